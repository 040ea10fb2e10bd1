declare module "virtual:control-routes" {
  const routes: Readonly<Record<string, readonly [method: string, path: string]>>
  export default routes
}
declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>
  export default classes
}
