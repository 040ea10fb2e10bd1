/** A valid request as data. */

export type Credential = "bot" | "user" | "control" | "none"

export interface Sample {
  readonly credential: Credential
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Sent as a form when it is one, with files or without; else as JSON. */
  readonly body: unknown
}

/** A body of the type multipart/form-data with one PNG, as `file`. */
export class FileForm {
  readonly type = "multipart/form-data; boundary=a-b-c"
  readonly bytes: Uint8Array

  constructor(fields: Readonly<Record<string, string>>, base64: string) {
    const parts = Object.entries(fields).map(([name, value]) => `name="${name}"\r\n\r\n${value}`)
    const file = `name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${Buffer.from(base64, "base64").toString("latin1")}`
    const heads = [...parts, file].map((part) => `--a-b-c\r\nContent-Disposition: form-data; ${part}\r\n`)
    this.bytes = Buffer.from(`${heads.join("")}--a-b-c--\r\n`, "latin1")
  }
}

export const sample = (given: Partial<Sample>): Sample => ({
  credential: "none",
  params: {},
  query: {},
  body: undefined,
  ...given
})

export const bot = (given: Partial<Sample> = {}) => sample({ credential: "bot", ...given })
export const control = (given: Partial<Sample> = {}) => sample({ credential: "control", ...given })
