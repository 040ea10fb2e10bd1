/** How the signature of a delivery was computed, checked again here. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useWorld } from "../../api/Queries.ts"
import { Tick } from "../../ui/Form.tsx"
import { Facts, Fold, Pill } from "../part/Bits.tsx"
import classes from "./InteractionDetail.module.css"
import { dumpOf, verify } from "./Signing.ts"
import { type Detail, detailOf } from "./Timeline.ts"

/** Bytes that are shown as a dump. */
const DUMPED = 4_096

interface Of {
  readonly detail: Detail
  readonly application_id: string
}

export const Signature = ({ detail, application_id }: Of) => {
  const { data: world } = useWorld()
  const app = world?.applications.find(({ id }) => id === application_id)
  const seed = (app as { readonly private_key?: string } | undefined)?.private_key
  const headers = new Map(
    Object.entries(detailOf(detail["headers"])).map(([name, value]) => [name.toLowerCase(), String(value)])
  )
  const timestamp = headers.get("x-signature-timestamp") ?? ""
  const signature = headers.get("x-signature-ed25519") ?? ""
  const body = String(detail["body"] ?? "")
  const { data: verdict, error } = useQuery({
    queryKey: ["signature", seed, timestamp, signature],
    queryFn: () => verify(seed ?? "", { timestamp, body, signature }),
    enabled: seed !== undefined && signature !== "",
    retry: false
  })
  const [dump, setDump] = useState(false)
  if (signature === "") return null
  return (
    <Fold
      title={
        <>
          How the signature was computed
          {verdict === undefined ? null : verdict.valid ? (
            <Pill tone="good">checked: it matches</Pill>
          ) : (
            <Pill tone="bad">does not match the present key</Pill>
          )}
        </>
      }
    >
      <p className={classes["formula"]}>
        The service joins the timestamp and the body, byte for byte, and signs the result with the application's Ed25519
        key. The app checks it with the public key <em>before</em> it parses the body; a body that was parsed and
        written again has other bytes.
      </p>
      <Facts
        facts={[
          { name: "Timestamp", value: <code>{timestamp}</code> },
          { name: "Signature", value: <code>{signature}</code> },
          verdict === undefined ? undefined : { name: "Public key", value: <code>{verdict.public_key}</code> },
          verdict === undefined
            ? undefined
            : {
                name: "Signed bytes",
                value: `${verdict.length} (${timestamp.length} of the timestamp, the rest is the body)`
              },
          error === null ? undefined : { name: "Check", value: "This browser cannot check Ed25519 signatures." }
        ]}
      />
      <Tick label="As bytes" value={dump} onChange={setDump} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes["bytes"]} data-dump={dump || undefined} tabIndex={0} aria-label="The signed bytes">
        {dump ? (
          dumpOf(timestamp + body, DUMPED)
        ) : (
          <>
            <em>{timestamp}</em>
            {body}
          </>
        )}
      </section>
    </Fold>
  )
}
