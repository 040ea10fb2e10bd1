/** Makes the programs of a run trust its authority, by files and variables: nothing is installed in the system. */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"
import type { Environment } from "./Environment.ts"

/** Where systems keep the authorities that they trust. */
export const BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem"
].filter(existsSync)

export interface Trusting {
  /** For the files. */
  readonly folder: string
  /** In PEM. */
  readonly authority: string
  readonly environment: Environment
  /** Its tool takes half a second. */
  readonly isForJava: boolean
}

/** Writes `authority.pem` and `bundle.pem`, which has those of the system too; gives the variables. */
export const trust = Effect.fnUntraced(function* ({ folder, authority, environment, isForJava }: Trusting) {
  const own = join(folder, "authority.pem")
  const bundle = join(folder, "bundle.pem")
  const ofNode = join(folder, "node.pem")
  const [others, further] = yield* Effect.promise(() =>
    Promise.all([environment["SSL_CERT_FILE"] || BUNDLES[0], environment["NODE_EXTRA_CA_CERTS"]].map(textOf))
  )
  const files = { [own]: authority, [bundle]: `${authority}${others}`, [ofNode]: `${authority}${further}` }
  yield* Effect.promise(() => Promise.all(Object.entries(files).map(([file, text]) => writeFile(file, text))))
  return {
    ...Object.fromEntries(READ_BY_PROGRAMS.map((name) => [name, bundle])),
    NODE_EXTRA_CA_CERTS: ofNode,
    DENO_CERT: own,
    ...(isForJava ? yield* javaStore(folder, own, environment) : {})
  }
})

/** Empty if there is none. */
const textOf = (file = "") => readFile(file, "utf8").catch(() => "")

/** OpenSSL, Go and Rust; Python's requests; curl. */
const READ_BY_PROGRAMS = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"]

const PASSWORD = "changeit"

/** Java reads no such file. Its own tool makes the store; without one there is no Java here. */
const javaStore = Effect.fnUntraced(function* (folder: string, authority: string, environment: Environment) {
  const store = join(folder, "authority.p12")
  const args = ["-importcert", "-noprompt", "-alias", "backlot", "-file", authority, "-keystore", store]
  const tool = environment["JAVA_HOME"] ? join(environment["JAVA_HOME"], "bin/keytool") : "keytool"
  const options = { env: environment, timeout: 10_000 }
  const made = yield* Effect.promise(() =>
    promisify(execFile)(tool, [...args, "-storetype", "PKCS12", "-storepass", PASSWORD], options).then(
      () => true,
      () => false
    )
  )
  if (!made) return {}
  const own = `-Djavax.net.ssl.trustStore=${store} -Djavax.net.ssl.trustStorePassword=${PASSWORD}`
  return { JAVA_TOOL_OPTIONS: `${environment["JAVA_TOOL_OPTIONS"] ?? ""} ${own}`.trim() }
})
