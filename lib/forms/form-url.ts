/** The path of a form below `/v1`; its last segment is the form's key. */
export const formPath = '/hooks/{key}'

/** Returns the URL to which a form's sender posts. Anyone who knows it can send submissions. */
export const formUrl = (baseUrl: string, key: string): string => `${baseUrl}${formPath.replace('{key}', key)}`
