import { assert, describe, it } from "@effect/vitest"
import { displayed, withEmbedded, withReferenced } from "../../src/message/DisplayedMessage.ts"
import { type AttachmentObject, MessageFlag, type MessageObject, MessageType } from "../../src/message/Message.ts"

const file = (id: string): AttachmentObject => {
  const url = `http://127.0.0.1/attachments/1/${id}/${id}.png?ex=1`
  return { id, filename: `${id}.png`, size: 1, url, proxy_url: url }
}
const [A, B] = [file("a"), file("b")] as const
const showing = ({ url }: AttachmentObject) => ({ type: "rich" as const, image: { url: url.replace("ex=1", "ex=2") } })

// Only the fields that matter here.
const message = (fields: Partial<MessageObject>) =>
  ({ type: MessageType.DEFAULT, flags: 0, attachments: [], embeds: [], ...fields }) as unknown as MessageObject

describe("a message as readers see it", () => {
  it("does not list a file that an embed shows, whatever the query of its address", () => {
    const seen = displayed(message({ attachments: [A, B], embeds: [showing(A)] }))
    assert.deepStrictEqual(seen.attachments, [B])
    assert.deepStrictEqual(seen.embeds, [showing(A)])
  })

  it.each([
    ["thumbnail", { thumbnail: { url: A.url } }],
    ["author", { author: { name: "a", icon_url: A.url } }],
    ["footer", { footer: { text: "a", icon_url: A.url } }]
  ])("knows the %s of an embed", (_, part) => {
    assert.deepStrictEqual(
      displayed(message({ attachments: [A], embeds: [{ type: "rich", ...part }] })).attachments,
      []
    )
  })

  it("hides embeds that are suppressed, and so is a message that it replies to", () => {
    const hidden = message({ flags: MessageFlag.SUPPRESS_EMBEDS, embeds: [showing(A)] })
    assert.deepStrictEqual(displayed(hidden).embeds, [])
    const reply = withReferenced(message({ type: MessageType.REPLY }), hidden)
    assert.deepStrictEqual(reply.referenced_message?.embeds, [])
    assert.isNull(withReferenced(message({ type: MessageType.REPLY }), undefined).referenced_message)
  })

  it("bears whatever files and embeds a world gives it", () => {
    const odd = message({
      attachments: [null, { id: "1", filename: "a", size: 1 }] as never,
      embeds: [null, { image: { url: "https://example.com/a.png" } }, { image: 7 }] as never
    })
    assert.strictEqual(displayed(odd), odd)
    assert.deepStrictEqual(
      withEmbedded(odd, odd.embeds, odd.attachments, () => false),
      odd.attachments
    )
  })

  it("is the same where nothing is hidden", () => {
    for (const one of [message({}), message({ attachments: [A] }), message({ attachments: [A], embeds: [showing(B)] })])
      assert.strictEqual(displayed(one), one)
  })
})

describe("the files after an edit", () => {
  const before = message({ attachments: [A, B], embeds: [showing(A)] })
  const ids = (
    embeds: MessageObject["embeds"],
    after: ReadonlyArray<AttachmentObject>,
    listed: ReadonlyArray<string>
  ) => withEmbedded(before, embeds, after, ({ id }) => listed.includes(id)).map(({ id }) => id)

  it("keep what an embed shows, though they do not list it", () => {
    assert.deepStrictEqual(ids(before.embeds, [B], ["b"]), ["a", "b"])
  })

  it("lose what no embed shows any longer", () => {
    assert.deepStrictEqual(ids([], [A, B], []), ["b"])
    assert.deepStrictEqual(ids([showing(B)], [A, B], []), ["b"])
  })

  it("keep what they list by its id", () => {
    assert.deepStrictEqual(ids([], [A, B], ["a", "b"]), ["a", "b"])
  })
})
