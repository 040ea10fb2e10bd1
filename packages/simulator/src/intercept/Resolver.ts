/** A small library in C that comes before the system's own: for programs that use that, where namespaces are not allowed. */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"
import type { NamespaceOptions } from "./Namespace.ts"
import { NotIntercepted } from "./NotIntercepted.ts"
import { RESOLVER } from "./ResolverSource.ts"
import * as SecureFront from "./SecureFront.ts"
import { trust } from "./Trust.ts"

/** Compiles it, in a tenth of a second. */
export const build = Effect.fnUntraced(function* ({ folder, front, outside, environment }: NamespaceOptions) {
  const [source, library, mark] = ["resolver.c", "resolver.so", "loaded"].map((name) => join(folder, name))
  // Its variables are lists, whose words a blank or a colon ends.
  if (/[\s:]/.test(folder))
    return yield* new NotIntercepted({
      message: `cannot be led by a resolver: there is a blank or a colon in ${folder}`
    })
  if (outside.some(({ host }) => host === "*"))
    return yield* new NotIntercepted({ message: "cannot be led by a resolver with --outside '*': name each host" })
  if (process.platform !== "linux" || source === undefined || library === undefined || mark === undefined)
    return yield* new NotIntercepted({ message: "cannot be led by a resolver: this is no Linux" })
  const compiler = environment["CC"] || "cc"
  yield* Effect.promise(() => writeFile(source, RESOLVER))
  const args = ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
  yield* Effect.tryPromise({
    try: () => promisify(execFile)(compiler, args, { timeout: 20_000, env: environment }),
    catch: () => new NotIntercepted({ message: `cannot be led by a resolver: there is no C compiler (${compiler})` })
  })
  const secure = yield* SecureFront.open(front)
  const variables = {
    ...(yield* trust({ folder, authority: secure.authority, environment, isForJava: true })),
    LD_PRELOAD: [library, environment["LD_PRELOAD"]].filter(Boolean).join(":"),
    BACKLOT_LED: [secure.port, front, mark, ...outside.map(({ host }) => host)].join(" ")
  }
  return { variables, secure: secure.port, isLoaded: () => existsSync(mark) }
})
