/** The honeypot of forms that are made here: no real form has a field of this name. */
export const honeypotName = 'leave_empty'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** Within single quotes of a shell. */
const escapeShell = (text: string) => text.replaceAll("'", `'\\''`)

/** A complete page with a form that posts to the URL. Programs fill in the honeypot, people do not see it. */
export function htmlSnippet(url: string, name: string, honeypot: string | null): string {
  const trap =
    honeypot === null
      ? ''
      : `
  <p style="position: absolute; left: -9999px" aria-hidden="true">
    <label>Leave this empty <input name="${escapeHtml(honeypot)}" tabindex="-1" autocomplete="off"></label>
  </p>`
  return `<!doctype html>
<meta charset="utf-8">
<title>${escapeHtml(name)}</title>
<form method="post" action="${escapeHtml(url)}">
  <p><label>Name <input name="name" required></label></p>
  <p><label>E-mail <input name="email" type="email" required></label></p>
  <p><label>Message <textarea name="message" rows="5" required></textarea></label></p>${trap}
  <button>Send</button>
</form>
`
}

/** A curl line that sends a submission. */
export const curlSnippet = (url: string): string =>
  `curl -X POST '${escapeShell(url)}' \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Ada", "message": "Please call me"}'
`
