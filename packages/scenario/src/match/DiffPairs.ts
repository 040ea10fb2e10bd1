/** Puts the expected and the actual lines of a field next to each other. */

/** The lines of one field or list element, and its name. */
interface Chunk {
  readonly key: string
  readonly lines: ReadonlyArray<string>
}

/** Each removed field is followed by the added lines of the same field; the rest comes last. */
export const pair = (
  removed: ReadonlyArray<string>,
  added: ReadonlyArray<string>
): ReadonlyArray<{ readonly sign: "-" | "+"; readonly text: string }> => {
  const left = [...chunksOf(added)]
  const paired = chunksOf(removed).flatMap(({ key, lines }) => {
    const at = left.findIndex((chunk) => chunk.key === key)
    const [counterpart] = at === -1 ? [] : left.splice(at, 1)
    return [...signed("-", lines), ...signed("+", counterpart?.lines ?? [])]
  })
  return [...paired, ...left.flatMap(({ lines }) => signed("+", lines))]
}

const signed = <S extends "-" | "+">(sign: S, lines: ReadonlyArray<string>) => lines.map((text) => ({ sign, text }))

/** Lines indented deeper than the first line of a chunk belong to it. */
const chunksOf = (lines: ReadonlyArray<string>): ReadonlyArray<Chunk> => {
  const chunks: Array<{ key: string; lines: Array<string> }> = []
  let depth = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const indent = line.length - line.trimStart().length
    const last = chunks.at(-1)
    if (last !== undefined && indent > depth) {
      last.lines.push(line)
      continue
    }
    chunks.push({ key: /^ *(?:- )?[^:]*:/.exec(line)?.[0] ?? "", lines: [line] })
    depth = indent
  }
  return chunks
}
