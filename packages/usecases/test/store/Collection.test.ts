import * as Body from "@backlot/ports/Body"
import { store } from "@backlot/ports/Body"
import { isKey } from "@backlot/ports/Bounds"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Collection from "../../src/store/Collection.ts"
import { describeOnEachStore, rows, transact } from "../fixture/Stores.ts"

interface Book {
  readonly shelf: string
  readonly id: string
  readonly author: string | undefined
  readonly note?: string
}

const books = Collection.collection<Book>({
  name: "book",
  key: (b) => [Collection.id(b.shelf), Collection.id(b.id)],
  indexes: { author: (b) => (b.author === undefined ? undefined : [Collection.text(b.author)]) }
})
/** Begins with the name of the other one. */
const bookmarks = Collection.collection<Book>({ name: "bookmark", key: (b) => [Collection.id(b.id)] })

const book = (shelf: string, id: string, author?: string): Book => ({ shelf, id, author })
const put = (...all: ReadonlyArray<Book>) => Body.forEach(all, (b) => books.put(b))
const ids = (found: ReadonlyArray<Book>) => found.map((b) => `${b.shelf}/${b.id}`)
const by = (author: string) => Body.map(books.by("author", Collection.text(author)), ids)
const shelf = (id: string) => [Collection.id(id)]

/** Texts that are well-formed or not, with every character that keys contain. */
const TEXTS = [
  "",
  "a",
  "A",
  "~",
  "~0041",
  "/",
  "a/b",
  ">",
  ".",
  " ",
  "\0",
  "ä",
  "e\u0301",
  "\u{1f600}",
  "\ud83d",
  "\ude00",
  "\uffff",
  "Ünïcödé/>~",
  "x".repeat(2_000)
]

describeOnEachStore("a collection", (test) => {
  test(
    "gives what was put, unchanged",
    transact(function* () {
      const value = { ...book("1", "2"), note: '‘\u2028\n"\\/😀' }
      yield* put(value)
      assert.deepStrictEqual(
        yield* books.get(Collection.id("1"), Collection.id("2")),
        JSON.parse(JSON.stringify(value))
      )
      assert.strictEqual(yield* books.get(Collection.id("1"), Collection.id("3")), undefined)
    })
  )

  test(
    "lists values in the order of their ids, however many digits they have",
    transact(function* () {
      const numbers = ["18446744073709551615", "9", "10", "0", "1000000000000000000", "99"]
      yield* put(...numbers.map((id) => book("1", id)))
      assert.deepStrictEqual(
        ids(yield* books.list(shelf("1"))),
        ["0", "9", "10", "99", "1000000000000000000", "18446744073709551615"].map((id) => `1/${id}`)
      )
    })
  )

  test(
    "lists what a key begins with, part by part, and no other collection",
    transact(function* () {
      yield* put(book("1", "1"), book("11", "1"), book("2", "1"), book("2", "2"))
      yield* bookmarks.put(book("1", "1"))
      assert.deepStrictEqual(ids(yield* books.list([])), ["1/1", "2/1", "2/2", "11/1"])
      assert.deepStrictEqual(ids(yield* books.list(shelf("1"))), ["1/1"])
      assert.deepStrictEqual(ids(yield* books.list(shelf("3"))), [])
    })
  )

  test(
    "lists at most as many as asked, the first ones; `last` the last ones, in the same order",
    transact(function* () {
      yield* put(...["3", "1", "2", "4"].map((id) => book("1", id)), book("2", "1"))
      assert.deepStrictEqual(ids(yield* books.list(shelf("1"), 2)), ["1/1", "1/2"])
      assert.deepStrictEqual(ids(yield* books.last(shelf("1"), 3)), ["1/2", "1/3", "1/4"])
      assert.deepStrictEqual(ids(yield* books.last(shelf("1"), 9)), ["1/1", "1/2", "1/3", "1/4"])
    })
  )

  test(
    "gets many in the order asked",
    transact(function* () {
      yield* put(book("1", "1"), book("1", "2"))
      const found = yield* books.getMany(
        [["2"], ["3"], ["1"]].map(([id = ""]) => [Collection.id("1"), Collection.id(id)])
      )
      assert.deepStrictEqual(
        found.map((b) => b?.id),
        ["2", undefined, "1"]
      )
    })
  )

  test(
    "finds values by an index, in key order",
    transact(function* () {
      yield* put(
        book("2", "1", "Ann"),
        book("1", "10", "Ann"),
        book("1", "9", "Ann"),
        book("1", "1", "Anna"),
        book("1", "2")
      )
      assert.deepStrictEqual(yield* by("Ann"), ["1/9", "1/10", "2/1"])
      assert.deepStrictEqual(yield* by("An"), [])
    })
  )

  test(
    "moves a value in the index when it is put again with another one",
    transact(function* () {
      yield* put(book("1", "1", "Ann"))
      yield* put(book("1", "1", "Bea"))
      assert.deepStrictEqual([yield* by("Ann"), yield* by("Bea")], [[], ["1/1"]])
      yield* put(book("1", "1"))
      assert.deepStrictEqual([yield* by("Ann"), yield* by("Bea")], [[], []])
      yield* put(book("1", "1", "Ann"))
      assert.deepStrictEqual(yield* by("Ann"), ["1/1"])
    })
  )

  test(
    "leaves nothing behind when its values are deleted",
    Effect.gen(function* () {
      const before = yield* rows
      yield* transact(function* () {
        yield* put(book("1", "1", "Ann"), book("1", "2"))
        yield* books.delete(Collection.id("1"), Collection.id("1"))
        yield* books.delete(Collection.id("1"), Collection.id("2"))
        yield* books.delete(Collection.id("1"), Collection.id("3"))
      })
      assert.deepStrictEqual(yield* rows, before)
    })
  )

  test(
    "tells texts of a key apart, whatever they hold",
    transact(function* () {
      for (const [i, author] of TEXTS.entries()) yield* put(book("1", String(i), author))
      for (const [i, author] of TEXTS.entries())
        assert.deepStrictEqual(yield* by(author), [`1/${i}`], JSON.stringify(author))
    })
  )

  test(
    "keeps numbers of a key in their order",
    transact(function* () {
      const lines = Collection.collection<{ readonly seq: number }>({
        name: "line",
        key: (l) => [Collection.number(l.seq)]
      })
      for (const seq of [10, 9, 0, Number.MAX_SAFE_INTEGER, 100]) yield* lines.put({ seq })
      assert.deepStrictEqual(
        (yield* lines.list([])).map((l) => l.seq),
        [0, 9, 10, 100, Number.MAX_SAFE_INTEGER]
      )
    })
  )

  test(
    "writes keys that a store takes",
    Effect.gen(function* () {
      yield* transact(() => put(...TEXTS.map((author, i) => book("1", String(i), author))))
      const keys = (yield* rows).map(([key]) => key).filter((key) => key.startsWith("book"))
      assert.strictEqual(keys.length, 2 * TEXTS.length)
      assert.deepStrictEqual(
        keys.filter((key) => !isKey(key)),
        []
      )
    })
  )

  test(
    "stores the JSON text of a value, keys in their order",
    transact(function* () {
      yield* bookmarks.put({ shelf: "1", id: "2", author: undefined, note: "x" })
      const text = yield* store.get(`bookmark/${"2".padStart(20, "0")}`)
      assert.strictEqual(text, '{"shelf":"1","id":"2","note":"x"}')
    })
  )
})

describe("a number of a key", () => {
  for (const value of [-1, 0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY]) {
    it(`is whole and not negative: ${value} is a bug`, () => {
      assert.throws(() => Collection.number(value))
    })
  }
})
