import { assert, describe, it } from "@effect/vitest"
import { judgeOf } from "../../src/moderation/AutoModerationMatch.ts"
import { finder } from "../../src/moderation/Keywords.ts"
import { compile } from "../../src/moderation/Pattern.ts"
import type { AutoModerationRule } from "../../src/record/AutoModeration.ts"

const rule = (trigger_type: number, trigger_metadata: AutoModerationRule["trigger_metadata"]): AutoModerationRule => ({
  ...{ id: "1", guild_id: "2", creator_id: "3", name: "Manners", event_type: 1, actions: [], enabled: true },
  ...{ exempt_roles: [], exempt_channels: [], trigger_type, trigger_metadata }
})

const found = (trigger_metadata: AutoModerationRule["trigger_metadata"], content: string) =>
  judgeOf(rule(1, trigger_metadata))({ content, mentions: 0, repeats: 0 })

/** Keyword, text, and what of the text matches. */
const WORDS: ReadonlyArray<readonly [keyword: string, text: string, match: string | undefined]> = [
  ["cat", "the cat sat", "cat"],
  ["cat", "The CAT.", "CAT"],
  ["cat", "catalog", undefined],
  ["cat", "bobcat", undefined],
  ["cat", "café cat", "cat"],
  ["cat", "écat", undefined],
  ["cat*", "a catalog", "cat"],
  ["cat*", "bobcat", undefined],
  ["*cat", "a bobcat", "cat"],
  ["*cat", "catalog", undefined],
  ["*cat*", "concatenate", "cat"],
  ["the cat", "see the cat", "the cat"],
  ["the cat", "see the  cat", undefined],
  ["İz", "an İz there", "İz"],
  ["*", "a * b", undefined],
  ["cat", "", undefined]
]

describe("a keyword", () => {
  it.each(WORDS)("%j in %j matches %j", (keyword, text, match) => {
    const seen = found({ keyword_filter: [keyword] }, text)
    assert.strictEqual(seen?.content ?? undefined, match)
    if (match !== undefined) assert.strictEqual(seen?.keyword, keyword)
  })

  it("is found as a naive search finds it, whichever other keywords there are", () => {
    const keywords = ["*a*", "*ab*", "*bab*", "*ba*", "*aab*"]
    const text = "abababaabbbab"
    const naive = keywords.flatMap((keyword) =>
      [...text].flatMap((_, start) => (text.startsWith(keyword.slice(1, -1), start) ? [`${keyword} ${start}`] : []))
    )
    const fast = finder(keywords)(text).map(({ keyword, start }) => `${keyword} ${start}`)
    assert.sameMembers(fast, naive)
  })

  it("of a thousand is found in a long text in time", () => {
    const keywords = Array.from({ length: 1_000 }, (_, i) => `*${"a".repeat(50)}${i}*`)
    const began = performance.now()
    assert.lengthOf(finder(keywords)("a".repeat(4_000)), 0)
    assert.isBelow(performance.now() - began, 2_000)
  })
})

describe("a rule about words", () => {
  it("spares what its allow list names", () => {
    const metadata = { keyword_filter: ["damn*"], allow_list: ["damnation"] }
    assert.isUndefined(found(metadata, "Damnation!"))
    assert.deepStrictEqual(found(metadata, "damnation, damned"), { keyword: "damn*", content: "damn" })
  })

  it("knows patterns of Rust, in any case, and spares what is allowed", () => {
    const metadata = { regex_patterns: ["h[a4]ck(?:er)?"], allow_list: ["hack"] }
    assert.deepStrictEqual(found(metadata, "a H4CKER"), { keyword: "h[a4]ck(?:er)?", content: "H4CKER" })
    assert.isUndefined(found(metadata, "a hack"))
  })

  it("runs a pattern that would never end elsewhere", () => {
    const began = performance.now()
    assert.isUndefined(found({ regex_patterns: ["(a+)+$"] }, `${"a".repeat(3_999)}!`))
    assert.isBelow(performance.now() - began, 2_000)
  })

  it.each(["a(?=b)", "(a)\\1", "(", "((a?){100}){9}"])("does not take the pattern %j", (pattern) =>
    assert.isUndefined(compile(pattern))
  )
})

describe("a rule without words", () => {
  it("counts mentions", () => {
    const judge = judgeOf(rule(5, { mention_total_limit: 2 }))
    assert.isUndefined(judge({ content: "", mentions: 2, repeats: 0 }))
    assert.isDefined(judge({ content: "", mentions: 3, repeats: 0 }))
  })

  it("takes the third equal message for spam", () => {
    const judge = judgeOf(rule(3, {}))
    assert.isUndefined(judge({ content: "a", mentions: 0, repeats: 1 }))
    assert.isDefined(judge({ content: "a", mentions: 0, repeats: 2 }))
  })

  it("has word lists of its own", () => {
    const judge = judgeOf(rule(4, { presets: [1], allow_list: ["crap game"] }))
    assert.isDefined(judge({ content: "What crap", mentions: 0, repeats: 0 }))
    assert.isUndefined(judge({ content: "a crap game", mentions: 0, repeats: 0 }))
    assert.isUndefined(judge({ content: "nudes", mentions: 0, repeats: 0 }))
  })
})
