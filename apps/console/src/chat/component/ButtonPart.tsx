/** A button of a message: by style, with emoji; a link leads elsewhere. */
import { ExternalLink, Gem, LoaderCircle } from "lucide-react"
import { Button } from "react-aria-components"
import { begin } from "../../act/Acting.ts"
import { useChat } from "../context/Chat.ts"
import { webAddress } from "../markdown/WebAddress.ts"
import { EmojiText } from "../media/EmojiText.tsx"
import classes from "./ButtonPart.module.css"
import type { Part } from "./Part.ts"
import { usePressing } from "./Pressing.ts"

const STYLES: Readonly<Record<number, string>> = {
  1: "primary",
  2: "secondary",
  3: "success",
  4: "danger",
  5: "link",
  6: "premium"
}

export const ButtonPart = ({ part, message_id }: { readonly part: Part; readonly message_id: string }) => {
  const { busy, press } = usePressing(message_id)
  const { user_id } = useChat()
  const { style = 2, label, emoji, url, custom_id, sku_id, disabled = false } = part
  const inside = (
    <>
      {busy ? <LoaderCircle size={16} className={classes["busy"]} aria-label="Sending" /> : null}
      {!busy && emoji != null ? <EmojiText emoji={emoji} /> : null}
      {style === 6 ? <Gem size={16} aria-hidden /> : null}
      {label ?? (style === 6 ? "Premium" : null)}
    </>
  )
  const address = webAddress(url)
  const name = label ?? emoji?.name ?? (style === 6 ? "Premium" : "Button")
  if (style === 5 && !disabled && address !== undefined)
    return (
      <a
        className={classes["button"]}
        data-style="link"
        href={address}
        title={address}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        {inside}
        <ExternalLink size={14} aria-hidden />
      </a>
    )
  return (
    <Button
      className={classes["button"] ?? ""}
      data-style={STYLES[style] ?? "secondary"}
      data-busy={busy || undefined}
      {...(label == null ? { "aria-label": name } : {})}
      isDisabled={disabled || (custom_id ?? sku_id) === undefined}
      onPress={() => {
        if (sku_id !== undefined) begin("buy_sku", { user_id }, { sku_id })
        else if (custom_id !== undefined && !busy) void press(`“${name}”`, custom_id)
      }}
    >
      {inside}
      {style === 5 ? <ExternalLink size={14} aria-hidden /> : null}
    </Button>
  )
}
