/** ID tokens through `jose`: RSA keys of 2048 bits, RS256. Source: OpenID Connect Core §2, §15.1; RFC 7638 (`kid`). */
import { IdTokens } from "@backlot/ports/IdTokens"
import { Effect, Layer } from "effect"
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose"

const ALG = "RS256"

/** Keys are random even with `--seed`, because no library makes RSA keys from a seed. Our choice: docs/choices.md "OAuth2". */
export const layer: Layer.Layer<IdTokens> = Layer.sync(IdTokens, () => {
  const keys = makeKeys()
  return {
    makeKey: Effect.promise(makeKey),
    publicKey: (key) => Effect.sync(() => publicPart(parse(key))),
    sign: (key, claims) =>
      Effect.promise(async () => {
        const { kid } = parse(key)
        return new SignJWT({ ...claims }).setProtectedHeader({ alg: ALG, typ: "JWT", kid }).sign(await keys(key))
      })
  }
})

const makeKey = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair(ALG, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return JSON.stringify({ ...jwk, alg: ALG, use: "sig", kid: await calculateJwkThumbprint(jwk) })
}

type StoredKey = JWK & { readonly kty: string; readonly kid: string; readonly n: string; readonly e: string }

// Only `makeKey` writes these texts.
const parse = (key: string): StoredKey => JSON.parse(key) as StoredKey

const publicPart = ({ kty, kid, n, e }: StoredKey) => ({ kty, use: "sig", kid, n, e, alg: ALG })

/** Keeps the last imported key: a service has only one. */
const makeKeys = (): ((key: string) => Promise<CryptoKey>) => {
  let last: { readonly text: string; readonly key: Promise<CryptoKey> } | undefined
  return (text) => {
    // `importJWK` returns a CryptoKey for an RSA key, never bytes.
    if (last?.text !== text) last = { text, key: importJWK(parse(text), ALG) as Promise<CryptoKey> }
    return last.key
  }
}
