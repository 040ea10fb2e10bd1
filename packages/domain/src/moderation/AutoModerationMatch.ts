/**
 * Whether a text breaks a rule of automatic moderation. What counts as spam and the preset lists are our choice:
 * docs/choices.md "Automatic moderation". Source: the platform's documentation of automatic moderation.
 */
import { type AutoModerationRule, TriggerType } from "../record/AutoModeration.ts"
import { type Found, finder } from "./Keywords.ts"
import { compile } from "./Pattern.ts"

/** What somebody said, or is called. */
export interface Judged {
  readonly content: string
  /** Different users and roles that it mentions. */
  readonly mentions: number
  /** How often its author said the same in the same channel just before. */
  readonly repeats: number
}

/** The word or phrase of the rule, and what it matches; null where a rule has none. */
export interface Match {
  readonly keyword: string | null
  readonly content: string | null
}

export type Judge = (judged: Judged) => Match | undefined

/** A rule, made ready to judge many texts. */
export const judgeOf = ({ trigger_type, trigger_metadata }: AutoModerationRule): Judge => {
  const { mention_total_limit = 0, presets = [], keyword_filter = [] } = trigger_metadata
  switch (trigger_type) {
    case TriggerType.SPAM:
      return ({ repeats }) => (repeats >= SPAM_REPEATS ? NOTHING_NAMED : undefined)
    case TriggerType.MENTION_SPAM:
      return ({ mentions }) => (mentions > mention_total_limit ? NOTHING_NAMED : undefined)
    case TriggerType.KEYWORD_PRESET:
      return textJudge({ ...trigger_metadata, keyword_filter: presets.flatMap((preset) => PRESETS[preset] ?? []) })
    default:
      return textJudge({ ...trigger_metadata, keyword_filter })
  }
}

const NOTHING_NAMED: Match = { keyword: null, content: null }

/** The third time is spam. */
const SPAM_REPEATS = 2

/** Small lists: enough to try a rule. */
const PRESETS: Readonly<Record<number, ReadonlyArray<string>>> = {
  1: ["damn", "crap*", "bastard*", "bullshit*", "*fuck*", "shit*"],
  2: ["porn*", "nudes", "xxx", "hentai", "*onlyfans*"],
  3: ["subhuman*", "untermensch*", "half-breed*", "savages"]
}

const textJudge = ({
  keyword_filter = [],
  regex_patterns = [],
  allow_list = []
}: AutoModerationRule["trigger_metadata"]): Judge => {
  const keywordsIn = finder(keyword_filter)
  const allowedIn = finder(allow_list)
  const patterns = regex_patterns.map((pattern) => ({ pattern, find: compile(pattern) }))
  return ({ content }) => {
    const isAllowed = allowing(content === "" || allow_list.length === 0 ? [] : allowedIn(content), content.length)
    const word = keywordsIn(content).find(({ start, end }) => !isAllowed(start, end))
    if (word !== undefined) return { keyword: word.keyword, content: content.slice(word.start, word.end) }
    for (const { pattern, find } of patterns) {
      const [start, end] = find?.(content) ?? []
      if (start !== undefined && end !== undefined && !isAllowed(start, end)) {
        return { keyword: pattern, content: content.slice(start, end) }
      }
    }
    return undefined
  }
}

/** Whether a place lies inside an allowed one. */
const allowing = (places: ReadonlyArray<Found>, length: number) => {
  // The furthest end of an allowed place that begins at or before each unit.
  const reach = new Uint32Array(length + 1)
  for (const { start, end } of places) reach[start] = Math.max(reach[start] ?? 0, end)
  for (let i = 1; i <= length; i++) reach[i] = Math.max(reach[i] ?? 0, reach[i - 1] ?? 0)
  return (start: number, end: number): boolean => end > start && (reach[start] ?? 0) >= end
}
