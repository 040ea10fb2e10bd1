import { createPublicKey, verify } from "node:crypto"
import { idTokensSuite } from "@backlot/ports/conformance/IdTokensSuite"
import { layer } from "../src/IdTokens.ts"

idTokensSuite(
  "ID tokens by jose",
  () => layer,
  (token, { kty, n, e }) => {
    const [header = "", payload = "", signature = ""] = token.split(".")
    const key = createPublicKey({ key: { kty, n, e }, format: "jwk" })
    return verify("sha256", Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, "base64url"))
  }
)
