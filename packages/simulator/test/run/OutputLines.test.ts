import { expect, it } from "vitest"
import { ProgramOutput } from "../../src/run/ProgramOutput.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

it.each<[what: string, pieces: ReadonlyArray<Uint8Array>, lines: ReadonlyArray<string>]>([
  ["with the line ends of any system", [bytes("one\r\ntwo\nthree\r\n")], ["one", "two", "three"]],
  ["of pieces that were cut within a line", [bytes("on"), bytes("e\ntw"), bytes("o\n")], ["one", "two"]],
  ["of pieces that were cut within a letter", [bytes("🐕\n").slice(0, 2), bytes("🐕\n").slice(2)], ["🐕"]],
  ["without an end of the last line", [bytes("one\ntwo")], ["one", "two"]],
  ["with empty lines", [bytes("\n\none\n")], ["", "", "one"]]
])("the output of a program is told line by line: %s", (_, pieces, lines) => {
  let now = 0
  const output = new ProgramOutput(() => ++now)
  for (const piece of pieces) output.take("stdout", piece)
  output.end("stdout")
  expect(output.lines.map(({ text }) => text)).toEqual(lines)
  expect(output.lines.map(({ at_ms, stream }) => [at_ms, stream])).toEqual(
    lines.map((_, index) => [index + 1, "stdout"])
  )
})

it("the output of a program keeps its two streams apart, line by line, and together as they came", () => {
  const output = new ProgramOutput(() => 0)
  const told: Array<string> = []
  const stop = output.onChange(() => told.push(output.text))
  output.take("stdout", bytes("one "))
  output.take("stderr", bytes("oh\n"))
  output.take("stdout", bytes("more\n"))
  stop()
  output.take("stdout", bytes("unheard\n"))
  expect(output.lines.map(({ stream, text }) => `${stream} ${text}`)).toEqual([
    "stderr oh",
    "stdout one more",
    "stdout unheard"
  ])
  expect(told).toEqual(["one ", "one oh\n", "one oh\nmore\n"])
})
