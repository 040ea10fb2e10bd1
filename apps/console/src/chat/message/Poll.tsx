/** A poll with the votes so far. A click on an answer votes for it, or takes the vote back. */
import type { APIMessage, APIPoll } from "discord-api-types/v10"
import { CheckCircle2 } from "lucide-react"
import { useCallback } from "react"
import { control } from "../../api/Control.ts"
import { act } from "../../use/Uses.ts"
import { useChat } from "../context/Chat.ts"
import { useNow } from "../context/Now.ts"
import { fully, relativeTo } from "../context/Times.ts"
import { EmojiText } from "../media/EmojiText.tsx"
import classes from "./Poll.module.css"

interface Of {
  readonly poll: NonNullable<APIMessage["poll"]>
  readonly message_id: string
}

export const Poll = ({ poll, message_id }: Of) => {
  const { user_id, channel_id } = useChat()
  const counts = new Map((poll.results?.answer_counts ?? []).map((count) => [count.id, count]))
  const total = [...counts.values()].reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(0, ...[...counts.values()].map(({ count }) => count))
  const over = poll.results?.is_finalized === true
  const chosen = [...counts.values()].filter(({ me_voted }) => me_voted).map(({ id }) => id)
  const vote = (id: number) => {
    const others = poll.allow_multiselect ? chosen.filter((each) => each !== id) : []
    const answer_ids = chosen.includes(id) ? others : [...others, id]
    return act({ user_id, channel_id }, "Vote", () =>
      control("vote", { user_id, channel_id, message_id }, { body: { answer_ids } })
    )
  }
  return (
    <section className={classes["poll"]} aria-label={`Poll: ${poll.question.text ?? ""}`}>
      <h3>{poll.question.text}</h3>
      <p>{poll.allow_multiselect ? "Several answers" : "One answer"}</p>
      <ul>
        {poll.answers.map(({ answer_id, poll_media: { text, emoji } }) => {
          const { count = 0, me_voted = false } = counts.get(answer_id) ?? {}
          const share = total === 0 ? 0 : Math.round((100 * count) / total)
          return (
            <li key={answer_id} data-won={(over && count > 0 && count === most) || undefined}>
              <button type="button" disabled={over} aria-pressed={me_voted} onClick={() => void vote(answer_id)}>
                <i style={{ width: `${share}%` }} aria-hidden />
                {emoji == null ? null : <EmojiText emoji={emoji} />}
                <b>{text}</b>
                {me_voted ? <CheckCircle2 size={15} aria-label="Your vote" /> : null}
                <span>
                  {count} {count === 1 ? "vote" : "votes"} · {share} %
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <footer>
        {total} {total === 1 ? "vote" : "votes"} · {over ? "Poll closed" : <Ends expiry={poll.expiry} />}
      </footer>
    </section>
  )
}

const Ends = ({ expiry }: { readonly expiry: APIPoll["expiry"] | null }) => {
  const ms = expiry == null ? Number.NaN : Date.parse(expiry)
  const text = useNow(
    useCallback(
      (now) => (Number.isNaN(ms) ? "Never ends" : `${ms > now ? "Ends" : "Ended"} ${relativeTo(ms, now)}`),
      [ms]
    )
  )
  return <span title={fully(ms)}>{text}</span>
}
