/** The maximum total size of an import's files: about 100,000 months of the widest table, at 312 bytes a row. */
export const maxMegabytes = 32

export const tooLargeFiles = `The request is too large: at most ${maxMegabytes} MB are taken`
