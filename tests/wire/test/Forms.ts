/** Bodies of type multipart/form-data, in the form that libraries send. */
import { Effect } from "effect"

export interface Field {
  readonly name: string
  readonly value: string | Uint8Array<ArrayBuffer>
  /** Set for files. */
  readonly filename?: string
  readonly type?: string
}

/** The fields of answers that tests read. */
export interface MessageBody {
  readonly id: string
  readonly content: string
  readonly code: number
  readonly errors: object
  readonly embeds: ReadonlyArray<{ readonly image?: { readonly url: string } }>
  readonly attachments: ReadonlyArray<{
    readonly id: string
    readonly filename: string
    readonly size: number
    readonly content_type?: string
    readonly description?: string
    readonly width?: number
    readonly height?: number
    readonly url: string
    readonly proxy_url: string
    readonly ephemeral?: boolean
  }>
}

/** The bytes of a form and its content type. */
export const form = (fields: ReadonlyArray<Field>) =>
  Effect.promise(async () => {
    const response = new Response(formData(fields))
    return {
      contentType: response.headers.get("content-type") ?? "",
      bytes: new Uint8Array(await response.arrayBuffer())
    }
  })

export const sendForm = (
  url: string,
  method: string,
  fields: ReadonlyArray<Field>,
  headers: Readonly<Record<string, string>> = {}
) =>
  Effect.promise(async () => {
    const response = await fetch(url, { method, headers, ...(fields.length === 0 ? {} : { body: formData(fields) }) })
    const text = await response.text()
    // The server answers with JSON or without a body.
    return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as MessageBody }
  })

export const bytesAt = (url: string) =>
  Effect.promise(async () => {
    const response = await fetch(url)
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  })

const formData = (fields: ReadonlyArray<Field>): FormData => {
  const data = new FormData()
  for (const { name, value, filename, type } of fields) {
    if (typeof value === "string") data.append(name, value)
    else data.append(name, new File([value], filename ?? "", type === undefined ? {} : { type }))
  }
  return data
}
