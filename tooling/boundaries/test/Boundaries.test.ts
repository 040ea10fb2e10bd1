/** The repository, as it stands, keeps the rules of the house. */
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { fromFiles, readFiles } from "../src/Repository.ts"
import { rules } from "../src/Rules.ts"

const repository = fromFiles(readFiles(fileURLToPath(new URL("../../..", import.meta.url))))

it("the packages of the workspace are found", () => {
  expect(repository.packages.map(({ folder }) => folder)).toEqual(
    expect.arrayContaining(["packages/server", "packages/domain", "tooling/boundaries"])
  )
})

for (const { sentence, instead, offences } of rules) {
  it(sentence, () => {
    const found = offences(repository)
    expect(found, [...found, `Instead: ${instead}.`].join("\n")).toEqual([])
  })
}
