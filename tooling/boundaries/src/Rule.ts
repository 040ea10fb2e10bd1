/** A house rule that a machine can check. */
import type { Mention, Module } from "./Module.ts"
import type { Repository } from "./Repository.ts"

export interface Rule {
  /** The rule as a sentence; it names the test. */
  readonly sentence: string
  /** The remedy for an offence. */
  readonly instead: string
  /** One line each, starting with the file. */
  readonly offences: (repository: Repository) => ReadonlyArray<string>
}

export const at = ({ path }: Module, { name, line }: Mention): string => `${path}:${line} ${name}`
