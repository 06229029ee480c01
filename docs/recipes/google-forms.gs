// Sends each response of this Google Form to the Tasks API, which makes a task of it.
// Paste the URL of the form, as the API has answered it. Whoever knows it can send, so share this script with care.
const FORM_URL = 'PASTE THE URL OF THE FORM HERE'
// The same text as the secret in the form's signature; leave it empty if the form has none.
const SECRET = ''

// Run this function once, by hand: from then on, every response is sent.
function install() {
  for (const trigger of ScriptApp.getProjectTriggers()) {
    if (trigger.getHandlerFunction() === 'sendSubmission') ScriptApp.deleteTrigger(trigger)
  }
  ScriptApp.newTrigger('sendSubmission').forForm(FormApp.getActiveForm()).onFormSubmit().create()
}

// Google calls this function for each response.
function sendSubmission(event) {
  post(payloadOf(event.response))
}

// Run this function by hand to send the responses of the last 7 days again. No response gets a second task.
function resend() {
  const sevenDaysAgo = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000)
  for (const response of FormApp.getActiveForm().getResponses(sevenDaysAgo)) post(payloadOf(response))
}

function payloadOf(response) {
  return {
    source: 'google-forms',
    responseId: response.getId(),
    submittedAt: response.getTimestamp().toISOString(),
    // without an address when the form collects none
    respondentEmail: response.getRespondentEmail() || undefined,
    answers: response.getItemResponses().map(answerOf),
  }
}

function answerOf(itemResponse) {
  const item = itemResponse.getItem()
  return {
    id: item.getId(),
    title: item.getTitle(),
    type: String(item.getType()),
    value: itemResponse.getResponse(),
    rows: rowsOf(item),
  }
}

// A grid has a question per row; other items have no rows.
function rowsOf(item) {
  if (item.getType() === FormApp.ItemType.GRID) return item.asGridItem().getRows()
  if (item.getType() === FormApp.ItemType.CHECKBOX_GRID) return item.asCheckboxGridItem().getRows()
  return undefined
}

// Sends a response, up to five times. If it cannot be sent, the run fails, and Google reports that by e-mail.
function post(payload) {
  const request = {
    method: 'post',
    contentType: 'application/json',
    payload: JSON.stringify(payload),
    headers: SECRET === '' ? {} : { 'X-Form-Secret': SECRET },
    muteHttpExceptions: true,
  }
  let problem = ''
  for (const waitSeconds of [0, 5, 15, 45, 60]) {
    if (waitSeconds > 0) Utilities.sleep(waitSeconds * 1000)
    problem = problemOf(request)
    if (problem === '') return
  }
  throw new Error(`Response ${payload.responseId} was not sent: ${problem}. Run resend() later.`)
}

// Sends once. Empty when the response has arrived, else what may pass; throws what no repeat will change.
function problemOf(request) {
  let answer
  try {
    answer = UrlFetchApp.fetch(FORM_URL, request)
  } catch {
    return 'the API was not reached' // the message of the error could hold the URL
  }
  const status = answer.getResponseCode()
  if (status >= 200 && status < 300) return ''
  if (status === 429 || status >= 500) return `the API answered ${status}`
  throw new Error(`The API refused a response with ${status}: ${answer.getContentText()}`)
}
