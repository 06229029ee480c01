/** The page's style; light or dark as the reader's system has it. No file, font or image from anywhere. */
export const style = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6675; --line: #d8dee6; --paper: #fff; --raised: #f5f7fa; --accent: #0b5cad }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e8ee; --soft: #9aa7b6; --line: #323b47; --paper: #12161c; --raised: #1a2028; --accent: #7ab8ff }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); display: grid; grid-template-columns: 17rem minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem; border-right: 1px solid var(--line); background: var(--raised) }
nav h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); margin: 1.2rem 0 .3rem }
nav ul { list-style: none; margin: 0; padding: 0; font-size: .92rem }
nav a { display: block; padding: .12rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere }
nav a:hover, nav a:focus { color: var(--accent); text-decoration: underline }
input { width: 100%; padding: .5rem; font: inherit; border: 1px solid var(--soft); border-radius: 6px; background: var(--paper); color: inherit }
main { padding: 1.5rem clamp(1rem, 4vw, 4rem) 6rem; max-width: 62rem }
h1 { margin-top: 0 } h2 { margin-top: 3rem; border-bottom: 2px solid var(--line) }
h3 { margin: 0 } h3 a { color: inherit; text-decoration: none }
a { color: var(--accent) }
.entry { padding: 1.5rem 0; border-bottom: 1px solid var(--line) }
.entry:target { box-shadow: -1rem 0 0 var(--paper), -1.25rem 0 0 var(--accent) }
.route { margin: .3rem 0 }
.method, .status, .scope { font-size: .8rem; font-weight: 600; border: 1px solid var(--line); border-radius: 4px; padding: .1rem .4rem }
.scope, .status { font-weight: 400; color: var(--soft) }
code, pre { font: .88em/1.5 ui-monospace, Menlo, Consolas, monospace }
code { overflow-wrap: anywhere }
pre code { overflow-wrap: normal }
p code, td code { background: var(--raised); border-radius: 3px; padding: 0 .2em }
table { width: 100%; border-collapse: collapse; margin: 1rem 0; font-size: .92rem }
caption { text-align: left; font-weight: 600 }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line) }
th { color: var(--soft); font-weight: 400; font-size: .8rem }
em { color: var(--soft); font-size: .85em }
figure { margin: 1rem 0; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); overflow: hidden }
figcaption { font-size: .8rem; color: var(--soft); padding: .25rem .8rem; border-bottom: 1px solid var(--line) }
pre { margin: 0; padding: .8rem; overflow-x: auto; max-height: 28rem }
.choice button { font: inherit; padding: .3rem .8rem; border: 1px solid var(--soft); background: var(--paper); color: inherit; border-radius: 6px; cursor: pointer }
.choice button[aria-pressed=true] { background: var(--accent); color: var(--paper) }
html[data-sample=curl] .typescript, html[data-sample=typescript] .curl, [hidden] { display: none }
@media (max-width: 50rem) { body { display: block } nav { position: static; height: auto; max-height: 50vh; border-right: 0 }
  thead { display: none } tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line) } td { display: block; border: 0; padding: 0 } }
@media print { nav { display: none } body { display: block } }
`
