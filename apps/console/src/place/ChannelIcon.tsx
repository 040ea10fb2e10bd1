/** The sign of a kind of channel. */
import { AudioLines, Hash, Megaphone, MessagesSquare, Spool, Users } from "lucide-react"
import type { SeenChannel } from "./Seen.ts"

export const ChannelIcon = ({
  channel,
  size = 18
}: {
  readonly channel: Pick<SeenChannel, "type">
  readonly size?: number
}) => {
  const Icon = ICONS[channel.type] ?? Hash
  return <Icon size={size} color="var(--faint)" style={{ flex: "none" }} aria-hidden />
}

/** By type of channel (wire-rest.md). */
const ICONS: Readonly<Record<number, typeof Hash>> = {
  2: AudioLines,
  3: Users,
  5: Megaphone,
  10: Spool,
  11: Spool,
  12: Spool,
  13: AudioLines,
  15: MessagesSquare,
  16: MessagesSquare
}
