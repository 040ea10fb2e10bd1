/** The menu at the end of the composer: what is typed, or the last use, for other tools. */
import { Ellipsis } from "lucide-react"
import { memo, useState } from "react"
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components"
import { asCurl } from "../api/Control.ts"
import { queries, worldQuery } from "../api/Queries.ts"
import { IconButton } from "../ui/IconButton.tsx"
import type { At } from "../use/Uses.ts"
import { toWire } from "./Completion.ts"
import classes from "./Composer.module.css"
import { asScenarioStep, asTestkitLine, type Deed, whereIn } from "./Copies.ts"
import { lastUse } from "./Repeat.ts"
import { aroundOf, sayingOf } from "./Sending.ts"
import { bodyOf, type UseBody } from "./UseBody.ts"
import { textOf } from "./UseText.ts"
import { writtenIn } from "./Written.ts"

type Kind = "curl" | "step" | "line"

const NAMES: Readonly<Record<Kind, string>> = { curl: "curl", step: "scenario step", line: "testkit line" }

export const EndMenu = memo(({ at }: { readonly at: At }) => {
  const [copied, setCopied] = useState<string>()
  const [shown, setShown] = useState<string>()
  const copy = async (kind: Kind) => {
    const text = copyOf(at, kind)
    if (text === undefined) return setCopied("There is nothing to copy yet")
    try {
      await navigator.clipboard.writeText(text)
      setCopied(`Copied as ${NAMES[kind]}`)
    } catch {
      // Pages without TLS on another machine have no clipboard.
      setShown(text)
    }
    setTimeout(() => setCopied(undefined), 2_500)
  }
  return (
    <>
      <MenuTrigger>
        <IconButton icon={Ellipsis} label="Copy what is typed or the last use" />
        <Popover className={classes["menu"] ?? ""} placement="top end">
          <Menu aria-label="Copy" onAction={(kind) => void copy(kind as Kind)}>
            {(Object.keys(NAMES) as ReadonlyArray<Kind>).map((kind) => (
              <MenuItem key={kind} id={kind} className={classes["item"] ?? ""}>
                Copy as {NAMES[kind]}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <span className={classes["copied"]} role="status">
        {copied}
      </span>
      {shown === undefined ? null : (
        <textarea
          className={classes["shown"]}
          readOnly
          value={shown}
          aria-label="Copy this text"
          ref={(element) => element?.select()}
          onBlur={() => setShown(undefined)}
        />
      )}
    </>
  )
})

/** What is typed, or else the last use of this person; undefined if there is neither. */
const copyOf = (at: At, kind: Kind): string | undefined => {
  const { picked, text, mentions } = writtenIn(at)
  const typed = text.trim()
  if (picked !== undefined) {
    const body = bodyOf(picked)
    return copiedUse(at, kind, body, textOf(picked, aroundOf(at)))
  }
  if (typed.startsWith("/")) {
    const sent = toWire(typed, mentions)
    return copiedUse(at, kind, { text: sent }, sent)
  }
  const said = sayingOf(at)
  if (said !== undefined) {
    if (kind === "curl") return asCurl("say", { ...at }, { body: said })
    const { content, reply_to, attachments } = said
    return written(at, kind, { say: content ?? "", reply_to: reply_to ?? undefined, files: attachments ?? [] })
  }
  const last = lastUse(at.user_id)
  if (last === undefined) return undefined
  return copiedUse({ ...at, channel_id: last.channel_id }, kind, last.body, last.text ?? last.title)
}

const copiedUse = (at: At, kind: Kind, body: UseBody, use: string): string | undefined =>
  kind === "curl"
    ? asCurl("use_command", { ...at }, { body })
    : written(at, kind, { use, files: body.attachments ?? [] })

const written = (at: At, kind: Kind, deed: Deed): string | undefined => {
  const world = queries.getQueryData(worldQuery().queryKey)
  if (world === undefined) return undefined
  const where = whereIn(world, at.user_id, at.channel_id)
  return kind === "step" ? asScenarioStep(where, deed) : asTestkitLine(where, deed)
}
