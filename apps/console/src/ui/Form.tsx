/** Fields of forms, each with its name and what is wrong with it. */
import { Check, ChevronDown } from "lucide-react"
import { useId } from "react"
import {
  Button,
  Checkbox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Switch,
  TextArea,
  TextField
} from "react-aria-components"
import classes from "./Form.module.css"

interface Named {
  readonly label: string
  /** Shown to screen readers alone. */
  readonly hideLabel?: boolean
}

interface Judged {
  /** Why the value is refused. */
  readonly fault?: string | undefined
}

interface OfText extends Named, Judged {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly long?: boolean
  readonly type?: "text" | "number" | "url"
  readonly disabled?: boolean
  /** Offered while somebody types; any other text is allowed. */
  readonly suggests?: ReadonlyArray<Choice> | undefined
}

export const Text = ({
  label,
  hideLabel,
  value,
  onChange,
  placeholder,
  long,
  type = "text",
  fault,
  disabled = false,
  suggests
}: OfText) => {
  const list = useId()
  return (
    <TextField
      className={classes["field"] ?? ""}
      value={value}
      onChange={onChange}
      isInvalid={fault !== undefined}
      isDisabled={disabled}
      type={type}
    >
      <Label className={hideLabel === true ? "hidden" : (classes["label"] ?? "")}>{label}</Label>
      {long === true ? (
        <TextArea className={classes["input"] ?? ""} rows={3} {...(placeholder === undefined ? {} : { placeholder })} />
      ) : (
        <Input
          className={classes["input"] ?? ""}
          {...(placeholder === undefined ? {} : { placeholder })}
          {...(suggests === undefined ? {} : { list })}
        />
      )}
      {suggests === undefined ? null : (
        <datalist id={list}>
          {suggests.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </datalist>
      )}
      <FieldError className={classes["fault"] ?? ""}>{fault}</FieldError>
    </TextField>
  )
}

export interface Choice {
  readonly id: string
  readonly name: string
  readonly note?: string | undefined
}

interface OfChoose extends Named, Judged {
  readonly value: string | undefined
  readonly choices: ReadonlyArray<Choice>
  readonly onChange: (id: string) => void
  readonly placeholder?: string
  readonly small?: boolean
}

export const Choose = ({
  label,
  hideLabel,
  value,
  choices,
  onChange,
  placeholder = "Choose …",
  fault,
  small
}: OfChoose) => (
  <Select
    className={classes["field"] ?? ""}
    data-small={small || undefined}
    value={value ?? null}
    onChange={(key) => {
      if (key !== null) onChange(String(key))
    }}
    placeholder={placeholder}
    isInvalid={fault !== undefined}
  >
    <Label className={hideLabel === true ? "hidden" : (classes["label"] ?? "")}>{label}</Label>
    <Button className={classes["select"] ?? ""}>
      <SelectValue className={classes["chosen"] ?? ""} />
      <ChevronDown size={14} aria-hidden />
    </Button>
    <FieldError className={classes["fault"] ?? ""}>{fault}</FieldError>
    <Popover className={classes["menu"] ?? ""}>
      <ListBox items={choices}>
        {({ id, name, note }) => (
          <ListBoxItem id={id} textValue={name} className={classes["choice"] ?? ""}>
            {({ isSelected }) => (
              <>
                <span>{name}</span>
                {note === undefined ? null : <small>{note}</small>}
                {isSelected ? <Check size={13} aria-hidden /> : null}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </Select>
)

export const Toggle = ({
  label,
  value,
  onChange
}: Named & { readonly value: boolean; readonly onChange: (on: boolean) => void }) => (
  <Switch className={classes["switch"] ?? ""} isSelected={value} onChange={onChange}>
    <i className={classes["slot"]} />
    {label}
  </Switch>
)

export const Tick = ({
  label,
  value,
  onChange
}: Named & { readonly value: boolean; readonly onChange: (on: boolean) => void }) => (
  <Checkbox className={classes["tick"] ?? ""} isSelected={value} onChange={onChange}>
    <i className={classes["box"]}>{value ? <Check size={11} strokeWidth={3} aria-hidden /> : null}</i>
    {label}
  </Checkbox>
)
