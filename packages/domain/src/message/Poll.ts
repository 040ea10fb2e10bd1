/** Polls. Source: wire-interactions.md §4.3; official OpenAPI document, `PollCreateRequest` and `PollResponse`. */
import { Schema } from "effect"
import { formatTimestamp } from "../base/IsoTime.ts"
import type { Snowflake } from "../base/Snowflake.ts"
import { type EmojiDraft, emojiNameError, emojiShape } from "../component/ComponentFields.ts"
import type { Fault } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { judgeLimits } from "../validation/Limit.ts"
import { at, judgeEach } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { described, oneOf, text, whole } from "../validation/ShapeLimits.ts"
import { lengthError } from "../validation/TextRules.ts"

/** Lengths in code points. */
const MAX = { question: 300, answers: 10, answer: 55, emojiName: 32, hours: 768 }
const HOURS_DEFAULT = 24

const PollEmoji = emojiShape(MAX.emojiName).annotate({ identifier: "PollEmojiBody" })

const media = (max: number) =>
  Shape.needed(Schema.Struct({ text: Shape.field(text(1, max)), emoji: Shape.field(PollEmoji) }))

export const PollShape = Schema.Struct({
  question: media(MAX.question),
  answers: Shape.needed(Shape.list(Schema.Struct({ poll_media: media(MAX.answer) }), MAX.answers)),
  allow_multiselect: Shape.field(Shape.Bool),
  layout_type: Shape.field(oneOf(Shape.Int, [1])),
  duration: Shape.field(described(whole(1, MAX.hours), "Hours."))
}).annotate({ identifier: "PollBody" })

export type PollDraft = typeof PollShape.Type

/** `id` for a custom emoji; otherwise `name` is the character. */
export interface PollEmoji {
  readonly id: Snowflake | null
  readonly name: string | null
  readonly animated?: boolean
}

export interface PollMedia {
  readonly text: string
  readonly emoji?: PollEmoji
}

/** A valid poll of a body, with all defaults. */
export interface PollContent {
  readonly question: PollMedia
  readonly answers: ReadonlyArray<PollMedia>
  readonly allow_multiselect: boolean
  readonly layout_type: 1
  /** Hours. */
  readonly duration: number
}

/** A poll in messages. */
export interface PollObject {
  readonly question: PollMedia
  readonly answers: ReadonlyArray<{ readonly answer_id: number; readonly poll_media: PollMedia }>
  readonly expiry: string
  readonly allow_multiselect: boolean
  readonly layout_type: 1
  readonly results: {
    readonly is_finalized: boolean
    /** Only answers with votes. */
    readonly answer_counts: ReadonlyArray<{ readonly id: number; readonly count: number; readonly me_voted: boolean }>
  }
}

const judgePollLimits = judgeLimits(PollShape, "choice", "range")

/** Every fault of a poll; paths start at the poll. */
export const judgePoll = (poll: PollDraft): ReadonlyArray<Fault> => [
  ...at(["question"], FormError.presence(poll.question)),
  ...at(["question", "text"], poll.question && textError(poll.question.text, MAX.question)),
  ...judgeAnswers(poll.answers),
  ...judgePollLimits(poll)
]

/** Converts a valid poll. Ignores the question's emoji, because the platform supports only its text. */
export const pollContent = (poll: PollDraft): PollContent => ({
  question: { text: poll.question?.text ?? "" },
  answers: (poll.answers ?? []).map(({ poll_media }) => mediaOf(poll_media ?? {})),
  allow_multiselect: poll.allow_multiselect ?? false,
  layout_type: 1,
  duration: poll.duration ?? HOURS_DEFAULT
})

/** Starts a poll now: it ends after its duration and has no votes yet. */
export const pollObject = (poll: PollContent, nowMs: number): PollObject => ({
  question: poll.question,
  answers: poll.answers.map((poll_media, index) => ({ answer_id: index + 1, poll_media })),
  expiry: formatTimestamp(nowMs + poll.duration * 3_600_000),
  allow_multiselect: poll.allow_multiselect,
  layout_type: poll.layout_type,
  results: { is_finalized: false, answer_counts: [] }
})

const judgeAnswers = (answers: PollDraft["answers"]): ReadonlyArray<Fault> => {
  if (answers == null) return at(["answers"], FormError.required)
  if (answers.length < 1 || answers.length > MAX.answers) return at(["answers"], FormError.badLength(1, MAX.answers))
  return judgeEach("answers", answers, ({ poll_media: media }) => {
    if (media == null) return at(["poll_media"], FormError.required)
    const { text, emoji } = media
    return [
      ...at(["poll_media", "text"], textError(text, MAX.answer)),
      ...at(["poll_media", "emoji", "name"], emoji == null ? undefined : emojiNameError(emoji, MAX.emojiName))
    ]
  })
}

const textError = (text: string | null | undefined, max: number) =>
  text == null ? FormError.required : lengthError(text, 1, max)

const mediaOf = ({ text, emoji }: NonNullable<PollDraft["question"]>): PollMedia => ({
  text: text ?? "",
  ...(emoji == null ? {} : { emoji: emojiOf(emoji) })
})

const emojiOf = ({ id = null, name = null, animated }: EmojiDraft): PollEmoji => ({
  id,
  name,
  ...(animated == null ? {} : { animated })
})
