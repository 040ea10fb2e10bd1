/**
 * Every operation of the control plane, from its contract. The pages are the sections in which the guide lists the
 * operations; an operation that the guide leaves out is refused.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Control } from "@backlot/protocol/control/Control"
import { slugOf } from "../Links.ts"
import { ROOT } from "../Places.ts"
import { cell, code, page, prose, type ReferencePage, table } from "./Reference.ts"
import { definitionTexts, hasPlace, type Schema, type Schemas, schemaText, typeOf } from "./Schema.ts"

const GUIDE = "docs/control-plane.md"
const PREFIX = "/control/v1"
const METHODS = ["get", "post", "put", "patch", "delete"] as const

interface Operation {
  readonly line: string
  readonly path: string
  readonly operationId: string
  readonly description?: string
  readonly parameters: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: Schema
  }>
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, "line" | "path">>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export const controlPages = (): ReadonlyArray<ReferencePage> => {
  // The contract generates a document of this form.
  const { paths, components } = Control.document() as unknown as Document
  const schemas = { definitions: components.schemas, home: "/reference/control/shapes.md" }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method]
      return operation === undefined ? [] : [{ ...operation, path, line: `${method.toUpperCase()} ${path}` }]
    })
  )
  const sections = sectionsOf(readFileSync(join(ROOT, GUIDE), "utf8"))
  const groups = Map.groupBy(operations, ({ line, path }) => sectionFor(sections, line, path))
  const listed = sections.flatMap(({ title }) => {
    const group = groups.get(title)
    return group === undefined ? [] : [{ title, group }]
  })
  return [
    indexPage(listed),
    ...listed.map(({ title, group }) => groupPage(title, group, schemas)),
    {
      place: "reference/control/shapes.md",
      title: "Control plane: shapes",
      description: "Every object that operations of the control plane take and answer with.",
      source: GUIDE,
      text: page("The objects that bodies and answers have, by name.", ...definitionTexts({ ...schemas, home: "" }))
    }
  ]
}

interface Section {
  readonly title: string
  readonly text: string
}

const sectionsOf = (guide: string): ReadonlyArray<Section> =>
  guide
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ title: part.slice(0, part.indexOf("\n")), text: part }))

const sectionFor = (sections: ReadonlyArray<Section>, line: string, path: string): string => {
  // Elements of the world are listed by path alone, because each has the same methods.
  const found =
    sections.find(({ text }) => text.includes(`\`${line}\``)) ??
    sections.find(({ text }) => text.includes(`| \`${path.slice(PREFIX.length)}\` |`))
  if (found === undefined) throw new Error(`${GUIDE} has no line for ${line}: add it to the table of its section`)
  return found.title
}

interface Group {
  readonly title: string
  readonly group: ReadonlyArray<Operation>
}

const indexPage = (groups: ReadonlyArray<Group>): ReferencePage => ({
  place: "reference/control/index.md",
  title: "Operations of the control plane",
  description: "All operations of the control plane by group, made of its contract.",
  source: GUIDE,
  text: page(
    "Made of the contract of the [control plane](control-plane.md), which a server also gives as OpenAPI at `/control/v1/openapi.json`.",
    ...groups.map(({ title, group }) =>
      page(`## ${title}`, operationTable(group, `/reference/control/${slugOf(title)}.md`))
    )
  )
})

const operationTable = (operations: ReadonlyArray<Operation>, home: string): string =>
  table(
    ["operation", "request"],
    operations.map(({ operationId, line }) => [`[${operationId}](${home}#${slugOf(operationId)})`, code(line)])
  )

const groupPage = (title: string, operations: ReadonlyArray<Operation>, schemas: Schemas): ReferencePage => ({
  place: `reference/control/${slugOf(title)}.md`,
  title: `Control plane: ${title}`,
  description: `Operations of the control plane with parameters, bodies and answers: ${title}.`,
  source: GUIDE,
  text: page(
    `Made of the contract of the [control plane](control-plane.md#${slugOf(title)}), which has examples. The address of a local server is \`http://127.0.0.1:6780\`.`,
    operationTable(operations, ""),
    ...operations.map((operation) => operationText(operation, schemas))
  )
})

const operationText = (operation: Operation, schemas: Schemas): string =>
  page(
    `## ${operation.operationId}`,
    `\`\`\`text\n${operation.line}\n\`\`\``,
    prose(operation.description ?? ""),
    table(
      ["parameter", "value", "what it is"],
      operation.parameters.map(({ name, in: where, required, schema }) => [
        code(name),
        typeOf(schema, schemas),
        [
          where === "path" ? "In the path." : "In the query.",
          textOf(schema),
          required && where !== "path" ? "Required." : ""
        ]
          .filter((part) => part !== "")
          .join(" ")
      ])
    ),
    bodyText(operation.requestBody?.content ?? {}, schemas),
    answerTable(operation.responses, schemas)
  )

const answerTable = (responses: Operation["responses"], schemas: Schemas): string => {
  const answers = Object.entries(responses).map(([status, { content = {} }]) => ({
    status,
    answer: contentType(content, schemas)
  }))
  return table(
    ["status", "answer"],
    [...Map.groupBy(answers, ({ answer }) => answer)].map(([answer, same]) => [
      same.map(({ status }) => code(status)).join(", "),
      answer
    ])
  )
}

const bodyText = (content: Content, schemas: Schemas): string =>
  Object.entries(content)
    .map(([kind, { schema }]) => {
      const named = definitionOf(schema, schemas)
      const intro = `**Body** (${code(kind)}): ${typeOf(schema, schemas)}`
      return page(intro, named === undefined ? "" : schemaText(named, schemas))
    })
    .join("\n\n")

/** Elements of the world are long and stand on the page of shapes; the others are shown beside the operation. */
const definitionOf = (schema: Schema, { definitions }: Schemas): Schema | undefined => {
  const name =
    String(schema["$ref"] ?? "")
      .split("/")
      .at(-1) ?? ""
  if (name === "") return hasPlace(schema) ? schema : undefined
  return name.startsWith("world_") ? undefined : definitions[name]
}

const contentType = (content: Content, schemas: Schemas): string =>
  Object.entries(content)
    .map(([kind, { schema }]) =>
      kind === "application/json" ? typeOf(schema, schemas) : `${code(kind)}: ${typeOf(schema, schemas)}`
    )
    .join(" or ") || "nothing"

const textOf = (schema: Schema): string =>
  typeof schema["description"] === "string" ? cell(schema["description"]) : ""
