// Where pictures of steps lie and what they are called. It imports nothing: every worker of every run loads it.

/** Folder of the pages, in the output directory. */
export const HTML_DIR = 'html';

/** Folder of the pictures, in the output directory. */
export const PICTURE_DIR: string = `${HTML_DIR}/pictures`;

/** Names that {@link pictureName} gives. */
export const OWN_PICTURE: RegExp = /^[0-9a-f]{16}-\d+\.png$/;

/** File name of a picture. @param attempt digest of what tells its attempt from others. */
export function pictureName(attempt: string, number: number): string {
  return `${attempt.slice(0, 16)}-${number}.png`;
}
