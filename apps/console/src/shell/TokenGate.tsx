/** Asks for the control token of a server that wants one. */
import { Button, FieldError, Form, Input, Label, TextField } from "react-aria-components"
import classes from "./TokenGate.module.css"

export const TokenGate = ({
  tried,
  onToken
}: {
  readonly tried: boolean
  readonly onToken: (token: string) => void
}) => (
  <main className={classes["gate"]}>
    <Form
      className={classes["form"] ?? ""}
      // The browser would not send a field again that was marked as wrong.
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        onToken(String(new FormData(event.currentTarget).get("token") ?? ""))
      }}
    >
      <h1>This server is guarded</h1>
      <p>Paste the control token that it printed when it started. It stays in the memory of this page.</p>
      <TextField name="token" type="password" isRequired autoFocus isInvalid={tried} autoComplete="off">
        <Label className="hidden">Control token</Label>
        <Input className={classes["field"] ?? ""} placeholder="Control token" />
        <FieldError className={classes["wrong"] ?? ""}>
          {tried ? "This is not its token." : "Paste a token."}
        </FieldError>
      </TextField>
      <Button type="submit" className={classes["go"] ?? ""}>
        Open the console
      </Button>
    </Form>
  </main>
)
