/** What a search finds. */
import { assert, describe, it } from "@effect/vitest"
import type { MessageObject } from "../../src/message/Message.ts"
import { finder, type MessageQuery, type Searched } from "../../src/message/MessageSearch.ts"

const NOTHING: MessageQuery = {
  content: undefined,
  slop: 2,
  author_id: [],
  author_type: [],
  mentions: [],
  mentions_role_id: [],
  replied_to_user_id: [],
  replied_to_message_id: [],
  mention_everyone: undefined,
  has: [],
  link_hostname: [],
  embed_provider: [],
  embed_type: [],
  attachment_extension: [],
  attachment_filename: [],
  pinned: undefined
}

// Only the fields that a search reads.
const message = (more: object = {}): Searched => ({
  message: {
    content: "The quick brown fox jumps, at https://user@Example.org:80/a",
    author: { id: "1", discriminator: "0" },
    mentions: [{ id: "5" }],
    mention_roles: ["6"],
    mention_everyone: false,
    pinned: false,
    type: 19,
    message_reference: { message_id: "9" },
    attachments: [{ filename: "Cat.PNG", content_type: "image/png" }, {}],
    embeds: [{ type: "rich", image: {}, provider: { name: "Tube" } }, { type: "gifv" }],
    ...more
  } as unknown as MessageObject,
  replied_to: "7"
})

const finds = (query: Partial<MessageQuery>, one = message()) => finder({ ...NOTHING, ...query })(one) !== undefined

describe("a search", () => {
  it.each<readonly [query: Partial<MessageQuery>, more?: object]>([
    [{}],
    [{ content: "QUICK fox" }],
    [{ content: "the quick brown" }],
    [{ author_id: ["2", "1"] }],
    [{ author_type: ["user"] }],
    [{ author_type: ["bot"] }, { author: { id: "1", discriminator: "0", bot: true } }],
    [{ author_type: ["webhook"] }, { author: { id: "1", discriminator: "0000", bot: true } }],
    [{ author_type: ["-bot"] }],
    [{ mentions: ["5"] }],
    [{ mentions_role_id: ["6"] }],
    [{ replied_to_user_id: ["7"] }],
    [{ replied_to_message_id: ["9"] }],
    [{ mention_everyone: false, pinned: false }],
    [{ has: ["link", "embed", "file", "image", "-video", "-sound", "-sticker", "-poll", "-snapshot"] }],
    [{ has: ["poll", "sticker"] }, { poll: {}, sticker_items: [{}] }],
    [{ link_hostname: ["example.org"] }],
    [{ embed_provider: ["tube"] }],
    [{ embed_type: ["gif"] }],
    [{ attachment_extension: ["png"] }],
    [{ attachment_filename: ["cat"] }]
  ])("finds what matches: %j", (...[query, more]) => assert.isTrue(finds(Object(query), message(more))))

  it.each<readonly [query: Partial<MessageQuery>, more?: object]>([
    [{ content: "fox quick" }],
    [{ content: "the fox", slop: 1 }],
    [{ content: "cat" }],
    [{ content: "qui" }],
    [{ author_id: ["2"] }],
    [{ author_type: ["-user"] }],
    [{ author_type: ["bot", "webhook"] }],
    [{ mentions: ["1"] }],
    [{ mentions_role_id: ["1"] }],
    [{ replied_to_user_id: ["1"] }],
    [{ replied_to_message_id: ["1"] }],
    [{ replied_to_message_id: ["9"] }, { type: 0 }],
    [{ mention_everyone: true }],
    [{ pinned: true }],
    [{ has: ["link", "video"] }],
    [{ has: ["-image"] }],
    [{ link_hostname: ["example.com"] }],
    [{ embed_provider: ["t"] }],
    [{ embed_type: ["sound"] }],
    [{ attachment_extension: ["gif"] }],
    [{ attachment_filename: ["dog"] }]
  ])("does not find what does not: %j", (...[query, more]) => assert.isFalse(finds(Object(query), message(more))))

  it("knows the fewest words between those that it looks for", () => {
    const between = (content: string, text: string) => finder({ ...NOTHING, content })(message({ content: text }))
    assert.strictEqual(between("a b", "a b"), 0)
    assert.strictEqual(between("a b", "a x x a x b"), 1)
    assert.strictEqual(between("a a b", "a a a x b"), 1)
    assert.isUndefined(between("a b", "a x x x b"))
  })
})
