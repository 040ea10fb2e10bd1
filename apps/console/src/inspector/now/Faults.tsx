/** Faults on purpose: what is planned and how often it happened, and a form for the common ones. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { Trash2 } from "lucide-react"
import { useState } from "react"
import { control } from "../../api/Control.ts"
import { ControlFailure } from "../../api/ControlFailure.ts"
import { faultsOf } from "../../api/Faults.ts"
import { queries, useWorld } from "../../api/Queries.ts"
import { Choose, Text } from "../../ui/Form.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { Fold, Note, Page, Pill, Press, Problem, Section } from "../part/Bits.tsx"
import { Json } from "../part/Json.tsx"
import { useNames } from "../part/Names.tsx"
import { ACTIONS, bodyOf, EMPTY, type FaultDraft, READY, type Surface, saysOf, whereOf } from "./FaultForm.ts"
import classes from "./Now.module.css"

type FaultMatch = Readonly<Record<string, unknown>> & { readonly application?: string }

const renew = () => queries.invalidateQueries({ queryKey: ["faults"] })

const usePlan = () =>
  useMutation({
    mutationFn: (draft: FaultDraft) => control("plan_fault", {}, { body: bodyOf(draft) }),
    onSettled: renew
  })

const Faults = () => {
  const { data, error } = useQuery({
    queryKey: ["faults"],
    queryFn: ({ signal }) => control("list_faults", {}, { signal })
  })
  const plan = usePlan()
  const remove = useMutation({
    mutationFn: (fault_id: string | undefined) =>
      fault_id === undefined ? control("remove_faults", {}) : control("remove_fault", { fault_id }),
    onSettled: renew
  })
  const names = useNames()
  const faults = data?.faults ?? []
  return (
    <Page>
      <Section title="Plan a fault">
        <div className={classes["acts"]}>
          {READY.map(({ name, draft }) => (
            <Press key={name} disabled={plan.isPending} onPress={() => plan.mutate({ ...EMPTY, ...draft })}>
              {name}
            </Press>
          ))}
        </div>
        <Fold title="Another one">
          <PlanForm />
        </Fold>
        <Problem error={plan.error} />
      </Section>
      <Section
        title="Planned"
        aside={faults.length === 0 ? null : <Press onPress={() => remove.mutate(undefined)}>Remove all</Press>}
      >
        <Problem error={error ?? remove.error} />
        {faults.length === 0 ? (
          <Note>Nothing is planned. Clients see a fault exactly where the platform would cause it.</Note>
        ) : null}
        {faults.map((fault) => {
          const { id, hits, remaining } = fault
          const match = (fault.match ?? {}) as FaultMatch
          return (
            <article key={id} className={classes["card"]}>
              <header>
                <b>{saysOf(fault)}</b>
                <Pill tone={hits > 0 ? "warn" : "plain"}>happened {hits}×</Pill>
                <Pill tone={remaining === 0 ? "plain" : "accent"}>
                  {remaining === null ? "until removed" : remaining === 0 ? "spent" : `${remaining} to come`}
                </Pill>
                <IconButton
                  icon={Trash2}
                  size={14}
                  label={`Remove: ${saysOf(fault)}`}
                  onPress={() => remove.mutate(id)}
                />
              </header>
              <span>
                {whereOf(match)}
                {match.application === undefined ? "" : ` of ${names.application(match.application)}`}
              </span>
              <Json value={fault} label="the planned fault" depth={0} bare />
            </article>
          )
        })}
      </Section>
    </Page>
  )
}

export default Faults

const SURFACES = [
  { id: "rest", name: "Requests to the API" },
  { id: "delivery", name: "Deliveries to endpoints" },
  { id: "gateway", name: "The gateway" }
] as const

const PlanForm = () => {
  const { data: world } = useWorld()
  const [draft, setDraft] = useState(EMPTY)
  const { mutate, error, isPending } = usePlan()
  const set = (change: Partial<FaultDraft>) => setDraft((now) => ({ ...now, ...change }))
  const faults = error instanceof ControlFailure ? faultsOf(error.body) : []
  const faultOf = (name: string) => faults.find(({ path }) => path === name || path === `match.${name}`)?.message
  const actions = ACTIONS.filter(({ surfaces }) => surfaces.includes(draft.surface))
  const { surface, action } = draft
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault()
        mutate(draft)
      }}
    >
      <Choose
        label="Where"
        value={surface}
        choices={SURFACES}
        onChange={(id) => {
          const fits = ACTIONS.find((each) => each.id === action)?.surfaces.includes(id as Surface)
          set({ surface: id as Surface, ...(fits === true ? {} : { action: "drop" }) })
        }}
      />
      <Choose label="What happens" value={action} choices={actions} onChange={(id) => set({ action: id })} />
      <Choose
        label="Application"
        value={draft.application === "" ? "all" : draft.application}
        choices={[
          { id: "all", name: "Every application" },
          ...(world?.applications ?? []).map(({ id, name }) => ({ id, name }))
        ]}
        onChange={(id) => set({ application: id === "all" ? "" : id })}
      />
      {action === "status" ? (
        <Text label="Status" value={draft.status} onChange={(status) => set({ status })} fault={faultOf("status")} />
      ) : null}
      {surface === "rest" ? (
        <>
          <Text
            label="Method"
            placeholder="any"
            value={draft.method}
            onChange={(method) => set({ method })}
            fault={faultOf("method")}
          />
          <Text
            label="Path"
            placeholder="/channels/{channel}/messages"
            value={draft.path}
            onChange={(path) => set({ path })}
            fault={faultOf("path")}
          />
        </>
      ) : (
        <Text
          label="Event"
          placeholder={surface === "gateway" ? "at once" : "INTERACTION_CREATE"}
          value={draft.event}
          onChange={(event) => set({ event })}
          fault={faultOf("event")}
        />
      )}
      <Text
        label="Delay, ms of real time"
        value={draft.delay}
        onChange={(delay) => set({ delay })}
        fault={faultOf("delay_ms")}
      />
      <Text
        label="How often"
        placeholder="until removed"
        value={draft.times}
        onChange={(times) => set({ times })}
        fault={faultOf("times")}
      />
      <Text
        label="Let pass before"
        placeholder="0"
        value={draft.after}
        onChange={(after) => set({ after })}
        fault={faultOf("after")}
      />
      <div className={classes["wide"]}>
        <Problem error={error} />
        <Press tone="strong" disabled={isPending} onPress={() => mutate(draft)}>
          Plan it
        </Press>
      </div>
    </form>
  )
}
