/** What can be read of the journals beside a damaged data file. */
import * as Journal from "./Journal.ts"
import type { Change, Contents } from "./JournalFormat.ts"
import type { State } from "./Schema.ts"

interface Found {
  /** In their order, over the rows of the file. */
  readonly changes: ReadonlyArray<Change>
  /** A sentence for each part that is lost or left out. */
  readonly lost: ReadonlyArray<string>
}

/** Without a `state`, which is then damaged too, journals of one data file are taken as this one's. */
export const changesBeside = (base: string, state: State | undefined): Found => {
  const read = Journal.pathsOf(base).map((path) => ({ ...Journal.read(path), path }))
  const identities = new Set(read.flatMap(({ head }) => head?.identity ?? []))
  const identity = state?.identity ?? (identities.size === 1 ? [...identities][0] : undefined)
  const merged = state?.merged ?? 0
  const journals = read.filter(({ head }) => head?.identity === identity && (head?.number ?? 0) > merged)
  journals.sort((a, b) => (a.head?.number ?? 0) - (b.head?.number ?? 0))
  return {
    changes: journals.flatMap(({ changes }) => changes),
    lost: [
      ...read.flatMap(({ head, path }) =>
        head === undefined || head.identity === identity ? [] : `${path} belongs to another data file and is left out`
      ),
      ...[...read.filter(({ head }) => head === undefined), ...journals].flatMap(({ damage }) =>
        damage.map(({ message }) => message)
      ),
      ...missing(base, state, read, journals)
    ]
  }
}

/** Numbers of which the file says that they were begun, and journals that end before the next one goes on. */
const missing = (
  base: string,
  state: State | undefined,
  read: ReadonlyArray<{ readonly path: string }>,
  journals: ReadonlyArray<Contents & { readonly path: string }>
): ReadonlyArray<string> => {
  const numbers = new Set(journals.map(({ head }) => head?.number))
  const { merged = 0, begun = 0 } = state ?? {}
  const begunPaths = [merged + 1, merged + 2]
    .filter((number) => number <= begun && !numbers.has(number))
    .map((number) => Journal.pathOf(base, number))
    .filter((path) => !read.some((found) => found.path === path))
  const short = journals.filter(({ sum }, i) => {
    const next = journals[i + 1]?.head
    return next !== undefined && next.before !== sum
  })
  return [
    ...begunPaths.map((path) => `its journal ${path} is absent`),
    ...short.map(({ path }) => `its journal ${path} ends too early`)
  ]
}
