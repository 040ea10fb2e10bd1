/** An authority that is made for one run, and the certificate of the platform's names that it signs. Its key is never written. */
import "reflect-metadata"
import { webcrypto } from "node:crypto"
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator
} from "@peculiar/x509"

/** All in PEM. */
export interface Certified {
  /** The certificate of the authority, which programs must trust. */
  readonly authority: string
  readonly certificate: string
  readonly key: string
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }

/** A program under test may have a clock of its own, and the keys end with the run. */
const AT_ANY_TIME = { notBefore: new Date("2000-01-01T00:00:00Z"), notAfter: new Date("2099-12-31T00:00:00Z") }

const keyPair = () => webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"])

/** `names` may begin with `*.`. */
export const certify = async (names: ReadonlyArray<string>): Promise<Certified> => {
  const [above, own] = await Promise.all([keyPair(), keyPair()])
  const common = { ...AT_ANY_TIME, signingAlgorithm: ALGORITHM }
  const authority = await X509CertificateGenerator.createSelfSigned(
    {
      ...common,
      serialNumber: "01",
      name: "CN=Backlot authority of one run",
      keys: above,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        await SubjectKeyIdentifierExtension.create(above.publicKey, false, webcrypto)
      ]
    },
    webcrypto
  )
  const certificate = await X509CertificateGenerator.create(
    {
      ...common,
      serialNumber: "02",
      subject: "CN=Backlot",
      issuer: authority.subject,
      publicKey: own.publicKey,
      signingKey: above.privateKey,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(names.map((value) => ({ type: "dns" as const, value }))),
        await SubjectKeyIdentifierExtension.create(own.publicKey, false, webcrypto),
        await AuthorityKeyIdentifierExtension.create(above.publicKey, false, webcrypto)
      ]
    },
    webcrypto
  )
  const key = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", own.privateKey)).toString("base64")
  return {
    authority: `${authority.toString("pem")}\n`,
    certificate: `${certificate.toString("pem")}\n`,
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`
  }
}
