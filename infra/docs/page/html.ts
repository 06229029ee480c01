const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML, including attributes. */
export const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** Renders the only Markdown of the document's texts: code in backticks, and links. */
export const inline = (text: string): string =>
  escape(text)
    .replace(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`)
    .replace(
      /\[([^\]]+)\]\((https:[^\s()]+)\)/g,
      (_, name: string, url: string) => `<a href="${url}">${name}</a>`,
    )

export const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n')

/** A block of code; `language` is a class; readers choose the language that is shown. */
export const codeBlock = (code: string, language: string, caption: string): string =>
  `<figure class="${language}"><figcaption>${escape(caption)}</figcaption><pre tabindex="0"><code>${escape(code)}</code></pre></figure>`

/** One entry: its text, with its samples beside it if there is room. */
export const entrySection = (id: string, text: string, samples = ''): string =>
  `<section class="entry" id="${id}"><div class="text">${text}</div>${samples === '' ? '' : `<div class="samples">${samples}</div>`}</section>`

/** A request in curl and TypeScript; readers choose which one is shown. Without TypeScript there is only curl. */
export const requestBlocks = (curl: string, typescript: string | undefined): string =>
  typescript === undefined
    ? codeBlock(curl, 'answer', 'curl')
    : `<div class="request">${codeBlock(curl, 'curl', 'curl')}${codeBlock(typescript, 'typescript', 'TypeScript')}</div>`

export const json = (value: unknown): string => JSON.stringify(value, null, 2)
