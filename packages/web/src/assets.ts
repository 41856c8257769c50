// For a proxy that serves the files of the pages itself.

/** The folder of the pages' assets. Each file is also there as `NAME.br` and `NAME.gz`. */
export const assetsFolder: URL = new URL('../dist/assets/', import.meta.url)
