/** The method and path of every operation of the control plane: see vite.config.ts. */
declare const CONTROL_ROUTES: Readonly<Record<string, readonly [method: string, path: string]>>

declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>
  export default classes
}
