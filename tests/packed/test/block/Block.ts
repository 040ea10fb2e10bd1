/** Every fenced block of the pages that people read. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const ROOT = join(import.meta.dirname, "../../../..")

export interface Block {
  /** From the root of the repository. */
  readonly page: string
  /** From 0, among the blocks of its page. */
  readonly index: number
  /** The word behind the fence; empty without one. */
  readonly language: string
  readonly text: string
  /** Of its fence, from 1. */
  readonly line: number
}

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/**/*.md",
  ...["packages", "apps", "tests", "tooling"].map((group) => `${group}/*/README.md`),
  "examples/*/README.md"
]

/** What a site is made of is no page of the repository. */
const isPage = (path: string): boolean => !/(?:^|\/)(?:node_modules|dist|\.[^/]+)\//.test(path)

export const pages = (): ReadonlyArray<string> =>
  PAGES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter(isPage)
    .toSorted()

export const textOf = (page: string): string => readFileSync(join(ROOT, page), "utf8")

/** The blocks of a page; a fence that nobody closes is an error. */
export const blocksIn = (page: string, text: string): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  let open: { readonly fence: string; readonly language: string; readonly line: number } | undefined
  let lines: Array<string> = []
  for (const [at, line] of text.split("\n").entries()) {
    const [, fence = "", info = ""] = /^ *(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open === undefined) {
      if (fence !== "") open = { fence, language: info.trim().split(/\s/, 1).join(), line: at + 1 }
      lines = []
    } else if (fence.startsWith(open.fence) && info.trim() === "") {
      const { language, line: begin } = open
      blocks.push({ page, index: blocks.length, language, text: `${lines.join("\n")}\n`, line: begin })
      open = undefined
    } else lines.push(line)
  }
  if (open !== undefined) throw new Error(`${page}:${open.line} opens a block that nothing closes`)
  return blocks
}

export const allBlocks = (): ReadonlyArray<Block> => pages().flatMap((page) => blocksIn(page, textOf(page)))

export const nameOf = ({ page, line, language }: Block): string => `${page}:${line} ${language}`.trim()
