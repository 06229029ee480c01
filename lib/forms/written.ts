/** A name in lower case, with its parts apart: `firstName`, `first_name` and `First name` are `first name`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Names of fields that pages add against abuse or for themselves. No person sees them. */
const hidden =
  /csrf|xsrf|captcha|turnstile|viewstate|eventvalidation|requestverificationtoken|authenticity_?token|(?:^|[_-])(?:wp)?nonce$|^_token$|^_method$|^utf8$|^_wp_http_referer$|^form_(?:key|token|build_id)$/i

/** Whether a field is one that pages add and that no person sees, such as a token against forged requests. */
export const isHidden = (name: string): boolean => hidden.test(name)

const subject =
  /(?:^| )(?:subject|summary|headline|topic|betreff|thema|asunto|objet|sujet|oggetto|assunto|onderwerp|emne|ämne|temat|тема|件名|主题)$|^(?:title|titel|(?:task|issue|ticket|bug|card|request|idea|feature|story) (?:title|name))$/

const message =
  /(?:^| )(?:message|msg|comments?|description|details?|feedback|inquiry|enquiry|questions?|notes?|request|problem|issue|body|body plain|text body|content|nachricht|anliegen|frage|beschreibung|kommentar|bemerkung|mensaje|comentarios?|mensagem|messaggio|bericht|besked|meddelande|wiadomość|сообщение|留言|メッセージ|お問い合わせ内容)$|^text$|^(?:anything else|how can we help)(?: |$)/

/** Names of what programs write beside what a person wrote. */
const technical =
  /(?:^| )(?:ids?|[ug]?uid|gid|sid|token|key|hash|nonce|secret|signature|checksum|etag|slug|handle|ref|urls?|uri|link|href|ip|ip address|host|hostname|path|at|time|date|timestamp|time ?zone|tz|locale|lang|language|agent|referr?er|version|type|kind|status|state|action|event|trigger|mode|source|medium|campaign|channel|platform|device|browser|os|currency|object|format|schema|namespace|dkim|spf|charsets|envelope|spam report)$|^(?:utm|hs|wp|gclid|fbclid|handshake)(?: |$)|(?:form|site|user|submission|response|entry|event|session|request|account|page|field|order|customer|visitor|client|campaign|lead|contact|survey|record|hook|respondent)id$|token$|^(?:form|survey|site|page|website|workspace|team|account|organi[sz]ation|project|board|list|channel|repository|group|event|trigger|hook|webhook|app|domain)(?: type)? (?:name|title|label)$/

/** What has a name or a text of its own that is not what this is about. */
const bystander =
  /^(?:line items?|form|survey|site|project|repository|team|workspace|organi[sz]ation|account|user|author|creator|actor|assignees?|owner|sender|member(?: creator)?|schema|definition|meta(?:data)?|headers|hook|webhook|tracking|app|board|list|channel|issue ?type|priority|status|product|attachments?|model|cancell?ation|scheduled event)$/

/** Names under which programs write one word of a list of theirs. A person writes more, if anything. */
const choice = /(?:^| )(?:scope|api|flag|property name|event category)$/

/** What has a name that is its title. */
const thing = /^(?:card|task|issue|ticket|item|deal|story|page|idea|object attributes)$/

/** A text that a program makes: an id, an address, a time, the name of an event, a switch. It has no blanks. */
const machine =
  /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,}|https?:\/\/\S+|\d{4}-\d\d-\d\dT\S+|(?=\S*\d)(?=\S*[a-z])[\w-]{16,}|[a-z]+(?:[._:][a-z]+)+|(?=\S*\d)[\w+/=-]{40,}|true|false|on|off|null)$/i

const title = /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|herr|frau|m|mme|mlle|sr|sra)\.?$/i

/** Types of fields in which people choose something, or in which programs write. */
const notTyped =
  /choice|select|radio|check|drop|rating|scale|rank|matrix|bool|yes.?no|number|date|time|file|upload|image|signature|payment|calc|score|hidden|legal|consent|accept|terms|statement|captcha|url|link/i

const longTyped = /long|area|paragraph|multi.?line/i

/** How well a field with this name labels a task: the lower, the better. 2 means that the name says nothing. */
export function rankOfName(name: string): number {
  const words = wordsOf(name)
  if (subject.test(words)) return 0
  return message.test(words) ? 1 : 2
}

interface Written {
  /** The names that lead to it, the last one its own. */
  names: readonly string[]
  value: string
  /** The type that the sender gives the field. */
  type?: string | undefined
}

/**
 * How well a text labels a task, of a sender whose format is not known: the lower, the better. A subject or title comes
 * first, then a message, then what else a person may have written. Undefined: a person has not written it.
 */
export function rankOf({ names, value, type = '' }: Written): number | undefined {
  const text = value.trim()
  const name = names.at(-1) ?? ''
  const words = wordsOf(name)
  const parent = wordsOf(names.at(-2) ?? '')
  if (notTyped.test(type) || machine.test(text) || /^Mozilla\/|^[{[]/.test(text)) return undefined
  if (choice.test(words) && !/\s/.test(text)) return undefined
  const isOfBystander = names.slice(0, -1).some((each) => bystander.test(wordsOf(each)))
  const byName = words === 'name' && thing.test(parent) ? 0 : rankOfName(name)
  // a question is longer than a name that a program gives
  if (byName === 2 && (technical.test(words) || name.startsWith('_')) && !/[?:]|\S\s+\S+\s+\S/.test(name))
    return undefined
  const rank = byName === 0 && title.test(text) ? 2 : longTyped.test(type) ? Math.min(byName, 1) : byName
  const isNumber = /^[\d\s.,:()+/-]+$/.test(text)
  const isAddress = /^\S+@\S+$/.test(text)
  return rank + (isNumber ? 2 : isAddress ? 1 : 0) + (isOfBystander ? 4 : 0)
}
