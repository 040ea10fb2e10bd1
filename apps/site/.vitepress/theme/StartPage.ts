/** The layout of the start page: that of the theme, within the landmark that it leaves out. */
import { Content } from "vitepress"
import { VPHomeFeatures, VPHomeHero } from "vitepress/theme-without-fonts"
import { h } from "vue"

export const StartPage = () =>
  h("main", { class: "start" }, [
    h(VPHomeHero),
    h(VPHomeFeatures),
    h("div", { class: "vp-doc container" }, [h(Content)])
  ])
