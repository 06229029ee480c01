const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text that may stand in HTML, in an attribute too. */
export const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** The little Markdown that the document's texts use: code in backticks. */
export const inline = (text: string): string =>
  escape(text).replace(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`)

export const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n')

/** A block of code; `language` is a class by which readers choose what they see. */
export const codeBlock = (code: string, language: string, caption: string): string =>
  `<figure class="${language}"><figcaption>${escape(caption)}</figcaption><pre tabindex="0"><code>${escape(code)}</code></pre></figure>`

/** One entry: its text, and beside it, where there is room, its samples. */
export const entrySection = (id: string, text: string, samples = ''): string =>
  `<section class="entry" id="${id}"><div class="text">${text}</div>${samples === '' ? '' : `<div class="samples">${samples}</div>`}</section>`

/** The same request in both languages; readers choose which one they see. Without TypeScript there is no choice. */
export const requestBlocks = (curl: string, typescript: string | undefined): string =>
  typescript === undefined
    ? codeBlock(curl, 'answer', 'curl')
    : `<div class="request">${codeBlock(curl, 'curl', 'curl')}${codeBlock(typescript, 'typescript', 'TypeScript')}</div>`

export const json = (value: unknown): string => JSON.stringify(value, null, 2)
