/** Texts by name, as the browser keeps them. */
export interface TextStorage extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  /** The names of all texts. */
  names: () => string[]
}

function memoryStorage(): TextStorage {
  const texts = new Map<string, string>()
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
    names: () => [...texts.keys()],
  }
}

/** A browser that blocks a page's storage throws at each use: then texts are kept only until the page is left. */
function openStorage(storageOf: () => Storage): TextStorage {
  try {
    const storage = storageOf()
    storage.getItem('')
    return {
      getItem: (name) => storage.getItem(name),
      setItem: (name, text) => {
        storage.setItem(name, text)
      },
      removeItem: (name) => {
        storage.removeItem(name)
      },
      names: () => Object.keys(storage),
    }
  } catch {
    return memoryStorage()
  }
}

/** Keeps texts on the device, for all tabs. */
export const deviceStorage = openStorage(() => localStorage)

/** Keeps texts for this tab, until it is closed. */
export const tabStorage = openStorage(() => sessionStorage)
