/** One PostgreSQL server for all test files of a run. */
import type { TestProject } from "vitest/node"
import { startPostgres } from "./Start.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresUrl: string
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { url, stop } = await startPostgres()
  project.provide("postgresUrl", url)
  return stop
}
