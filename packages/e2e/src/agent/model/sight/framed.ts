// How a model is told whose words it reads: everything that others wrote stands in a frame.

/** A text with its frame. What is inside cannot close it. */
export function framed(frame: string, text: string): string {
  return `<${frame}>\n${text.replaceAll(/<(\/?)(screen|change|tool-result)/giu, '‹$1$2')}\n</${frame}>`;
}
