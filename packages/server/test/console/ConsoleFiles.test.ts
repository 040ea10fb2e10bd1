import { mkdir, mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { embed } from "../../src/Embed.ts"
import { world } from "../fixture/Running.ts"

const SCRIPT = "console.log('hello')"

/** A folder as the build of the console leaves it, beside a file that nobody may read. */
const folder = Effect.promise(async () => {
  const above = await mkdtemp(join(tmpdir(), "backlot-console-"))
  await writeFile(join(above, "secret.js"), "secret")
  const built = join(above, "console")
  await mkdir(join(built, "assets"), { recursive: true })
  await writeFile(join(built, "index.html"), "<title>The console</title>")
  await writeFile(join(built, "icon.svg"), "<svg/>")
  await writeFile(join(built, "THIRD-PARTY-LICENSES"), "licences")
  await writeFile(join(built, "assets/index-1.js"), SCRIPT)
  await writeFile(join(built, "assets/index-1.js.br"), brotliCompressSync(SCRIPT))
  return built
})

const served = Effect.gen(function* () {
  const { addresses } = yield* embed({ world, console: yield* folder })
  return (path: string, headers: Record<string, string> = {}) =>
    Effect.promise(async () => {
      // Node's own fetch decodes bodies, and asks for br by itself.
      const response = await fetch(new URL(path, addresses.url), {
        headers: { "accept-encoding": "identity", ...headers }
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    })
})

describe("the console", () => {
  it.live(
    "is the page at the server's address, under a policy that allows no inline script and nothing from elsewhere",
    () =>
      Effect.gen(function* () {
        const get = yield* served
        const { status, headers, text } = yield* get("/")
        assert.deepStrictEqual([status, text], [200, "<title>The console</title>"])
        assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
        const policy = headers.get("content-security-policy") ?? ""
        for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
          assert.include(policy.split("; "), part)
        }
        assert.notInclude(policy, "unsafe")
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      })
  )

  it.live("sends files as they were compressed, to who takes them so, and says when nothing changed", () =>
    Effect.gen(function* () {
      const get = yield* served
      const plain = yield* get("/assets/index-1.js")
      assert.deepStrictEqual([plain.text, plain.headers.get("content-encoding")], [SCRIPT, null])
      assert.strictEqual(plain.headers.get("cache-control"), "public, max-age=31536000, immutable")
      const coded = yield* get("/assets/index-1.js", { "accept-encoding": "gzip, br;q=0.9" })
      assert.deepStrictEqual([coded.text, coded.headers.get("content-encoding")], [SCRIPT, "br"])
      const again = yield* get("/", { "if-none-match": (yield* get("/")).headers.get("etag") ?? "" })
      assert.deepStrictEqual([again.status, again.text], [304, ""])
    })
  )

  it.live.each([
    "/assets/index-2.js",
    "/assets/..%2F..%2Fsecret.js",
    "/assets/%2e%2e/index.html",
    "/console.webmanifest"
  ])("has no file at %s", (path) =>
    Effect.gen(function* () {
      const { status, text } = yield* (yield* served)(path)
      assert.strictEqual(status, 404)
      assert.notInclude(text, "secret")
    })
  )

  it.live("is replaced by a page of addresses where it was not built", () =>
    Effect.gen(function* () {
      const { addresses } = yield* embed({ world })
      const { url } = addresses
      const text = yield* Effect.promise(async () => (await fetch(url)).text())
      assert.include(text, `${url}/api`)
    })
  )
})
