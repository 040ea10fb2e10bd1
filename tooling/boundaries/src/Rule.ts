/** A rule of the house that a machine can judge. */
import type { Mention, Module } from "./Module.ts"
import type { Repository } from "./Repository.ts"

export interface Rule {
  /** What holds when there is no offence; it names the test. */
  readonly sentence: string
  /** What to do about an offence. */
  readonly instead: string
  /** One line each, beginning with the file. */
  readonly offences: (repository: Repository) => ReadonlyArray<string>
}

export const at = ({ path }: Module, { name, line }: Mention): string => `${path}:${line} ${name}`
