// For a proxy that serves the files of the pages itself.

/** The folder with what the pages load. Each file also lies there as `NAME.br` and `NAME.gz`. */
export const assetsFolder: URL = new URL('../dist/assets/', import.meta.url)
