/** The theme of VitePress with the fonts of the system, and the components that pages use. */
import type { Theme } from "vitepress"
import DefaultTheme from "vitepress/theme-without-fonts"
import { Picture } from "./Picture.ts"
import { Playground } from "./Playground.ts"
import { StartPage } from "./StartPage.ts"
import "./style.css"

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("StartPage", StartPage)
    app.component("Picture", Picture)
    app.component("Playground", Playground)
  }
}

export default theme
