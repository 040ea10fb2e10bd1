import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { Storage, Transaction } from "@backlot/ports/Storage"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { newFile, openAt } from "./Folder.ts"

const NODE = [process.execPath, "--conditions=@backlot/source", new URL("./Writer.ts", import.meta.url).pathname]

/** Runs the writer until `done` says so of its lines, then kills it; gives every line it told. */
const runWriter = (
  args: ReadonlyArray<string>,
  done: (lines: ReadonlyArray<string>) => boolean,
  command: ReadonlyArray<string> = NODE
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.callback((resume) => {
    const [program = "", ...rest] = [...command, ...args]
    const child: ChildProcess = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] })
    const lines: Array<string> = []
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on("line", (line) => {
        lines.push(line)
        if (done(lines)) child.kill("SIGKILL")
      })
    }
    child.on("close", () => resume(Effect.succeed(lines)))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

const contents = Effect.flatMap(Storage, (storage) =>
  storage.transaction(Effect.flatMap(Transaction, (transaction) => transaction.list({ prefix: "" })))
)

it.live("every acknowledged write is found after kill -9, and no transaction by half", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    let next = 0
    for (const count of [1, 37, 400, 1_500]) {
      const told = yield* runWriter([file, String(next)], (lines) => lines.length >= count)
      assert.isAtLeast(told.length, count)
      const found = new Map(yield* Effect.provide(contents, openAt(file)))
      const last = next + told.length - 1
      assert.strictEqual(told.at(-1), String(last))
      for (let number = 0; number <= last; number++) {
        assert.isDefined(found.get(`left/${number}`), `pair ${number}`)
      }
      for (const [key, value] of found) {
        assert.strictEqual(
          found.get(key.startsWith("left") ? key.replace("left", "right") : key.replace("right", "left")),
          value
        )
      }
      next = found.size / 2
    }
  })
)

it.live("a second process on the same file is refused at once", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    const attempt = runWriter([file], (lines) => lines.length >= 1)
    assert.deepStrictEqual(yield* Effect.provide(attempt, openAt(file)), ["unusable in-use"])
    assert.strictEqual((yield* attempt)[0], "0")
  })
)

it.live("a write that the disk refuses fails whole and leaves the store usable", () =>
  Effect.gen(function* () {
    const file = yield* newFile
    // A limit on the size of files stands for a full disk; the signal that comes with it is ignored.
    const limited = ["bash", "-c", 'trap "" XFSZ; ulimit -f 256; exec "$@"', "limited", ...NODE]
    const told = yield* runWriter([file, "0", "20000"], () => false, limited)
    const acknowledged = told.filter((line) => /^\d+$/.test(line))
    assert.isAbove(acknowledged.length, 0)
    assert.deepStrictEqual(told.slice(acknowledged.length), [`failed ${acknowledged.length}`, "reads 1", "torn 0"])
    const found = yield* Effect.provide(contents, openAt(file))
    assert.strictEqual(found.length, acknowledged.length * 2)
  })
)
