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
  `<figure class="code ${language}"><figcaption>${escape(caption)}</figcaption><pre tabindex="0"><code>${escape(code)}</code></pre></figure>`

export const json = (value: unknown): string => JSON.stringify(value, null, 2)
