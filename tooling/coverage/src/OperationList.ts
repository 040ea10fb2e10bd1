/** Renders `packages/protocol/src/openapi/OfficialOperations.ts` from the platform's official OpenAPI document. */

interface Document {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>
}

const METHODS = new Set(["get", "put", "post", "patch", "delete"])

/** Throws unless the text is an OpenAPI document with operations. */
export const renderOperations = (text: string): string => {
  // Only these parts are read; the checks below refuse anything else.
  const document = JSON.parse(text) as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      METHODS.has(method) && operationId !== undefined ? [`${method.toUpperCase()} ${path} ${operationId}`] : []
    )
  )
  if (operations.length === 0) throw new Error("the document has no operations")
  if (!operations.every((row) => ROW.test(row))) throw new Error("a name or path has characters that none should have")
  return `${HEAD}\nconst OPERATIONS = \`\n${operations.toSorted(byPath).join("\n")}\n\`\n`
}

const ROW = /^[A-Z]+ \/[\w/{}@.-]* \w+$/

const byPath = (a: string, b: string): number => {
  const [methodOfA = "", pathOfA = ""] = a.split(" ")
  const [methodOfB = "", pathOfB = ""] = b.split(" ")
  if (pathOfA !== pathOfB) return pathOfA < pathOfB ? -1 : 1
  return methodOfA < methodOfB ? -1 : 1
}

const HEAD = `/**
 * Every operation of the platform's official OpenAPI document (API v10, repository discord/discord-api-spec, MIT
 * licence), by name and path only: what the platform can do, so that what this version can not do is known and said.
 * Generated, do not edit: \`pnpm --filter @backlot/coverage operations FILE\` renews it from a newer document.
 */

export interface OfficialOperation {
  readonly method: string
  /** Below the prefix of the API, e.g. \`/guilds/{guild_id}/audit-logs\`. */
  readonly path: string
  /** e.g. \`list_guild_audit_log_entries\`. */
  readonly id: string
}

export const officialOperations = (): ReadonlyArray<OfficialOperation> =>
  OPERATIONS.trim()
    .split("\\n")
    .map((row) => {
      const [method = "", path = "", id = ""] = row.split(" ")
      return { method, path, id }
    })
`
