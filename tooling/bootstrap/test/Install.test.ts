import { expect, it } from "vitest"
import { fingerprint, pinned, workspaceFolders } from "../src/Install.mjs"
import { diagnose } from "../src/Installer.mjs"

const workspace = `packages:
  - packages/*
  - "apps/*"

catalog:
  "@biomejs/biome": 2.6.8
  pnpm: 12.21.0
  vitest: ^5.1.1

allowBuilds:
  pnpm: true
`

it("workspace folders are the parents of the package globs", () => {
  expect(workspaceFolders(workspace)).toEqual(["packages", "apps"])
})

it("pnpm's version is the catalog's", () => {
  expect(pinned(workspace, "pnpm")).toBe("12.21.0")
})

it.each(["vitest", "absent"])("%s, not pinned to an exact version, is refused", (name) => {
  expect(() => pinned(workspace, name)).toThrow(`does not pin ${name}`)
})

it("the fingerprint stays for equal files", () => {
  expect(fingerprint([["a", "1"]])).toBe(fingerprint([["a", "1"]]))
})

it.each([
  ["a changed content", [["a", "2"]]],
  ["a changed path", [["b", "1"]]],
  [
    "another file",
    [
      ["a", "1"],
      ["b", ""]
    ]
  ],
  ["a missing file", []]
] as const)("the fingerprint tells %s", (_, files) => {
  expect(fingerprint(files)).not.toBe(fingerprint([["a", "1"]]))
})

it.each([
  ["request to https://registry.npmjs.org failed, reason: getaddrinfo ENOTFOUND registry.npmjs.org", "connect"],
  ["[ERR_PNPM_OUTDATED_LOCKFILE] Cannot install with frozen-lockfile", "pnpm install"]
])("a known failure to install gets one line of advice: %s", (line, advice) => {
  const { output, advice: given } = diagnose(["Progress: resolved 1", line])
  expect(given).toContain(advice)
  expect(output).toEqual([])
})

it("an unknown failure to install shows its output", () => {
  expect(diagnose(["gyp ERR!", "exit 7"]).output).toEqual(["gyp ERR!", "exit 7"])
})

it("a package that is not the locked one is told, with its hashes", () => {
  const { output, advice } = diagnose([
    "npm warn old",
    "npm error code EINTEGRITY",
    "npm error Integrity … wanted sha512-a"
  ])
  expect(advice).toContain("is not the one that pnpm-lock.yaml names")
  expect(output).toEqual(["npm error code EINTEGRITY", "npm error Integrity … wanted sha512-a"])
})
