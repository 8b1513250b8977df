// What a model with vision is shown of the viewport: one picture, at the end of each prompt and in no later one, so that the prompt before it
// stays as it was. It takes none that it does not need.
import { createHash } from 'node:crypto';
import type { Screen } from '../../screen/node.ts';
import type { Picture, Vision } from '../executor.ts';
import type { Message } from './language.ts';
import { headOf } from './sight/change.ts';
import { framed } from './sight/framed.ts';

/** How a model sees: text, text and picture, or the picture alone. */
export type Seeing = 'text' | 'both' | 'picture';

/** How a step's model sees. */
function seeingOf(vision: Vision | undefined): Seeing {
  if (vision === undefined) return 'text';
  return vision.mode === 'only' ? 'picture' : 'both';
}

/** The eyes of one step's model. */
export class Eyes {
  readonly seeing: Seeing;
  readonly #vision: Vision | undefined;
  #picture: Promise<Picture> | undefined;
  constructor(vision: Vision | undefined) {
    this.#vision = vision;
    this.seeing = seeingOf(vision);
  }

  /** The app may look otherwise by now. */
  blink(): void {
    this.#picture = undefined;
  }

  /** Stands for what is drawn now: the same for pictures that are the same. Empty for a model that only reads. */
  async mark(): Promise<string> {
    if (this.#vision === undefined) return '';
    const { png, withheld } = await this.#look(this.#vision);
    return png === undefined ? withheld : createHash('sha256').update(png).digest('hex');
  }

  /** The end of a prompt; nothing for a model that only reads. @param screen where the app is, as its text says. */
  async now(screen: Screen): Promise<readonly Message[]> {
    if (this.#vision === undefined) return [];
    const { png, withheld } = await this.#look(this.#vision);
    const head = this.seeing === 'picture' ? `${framed('screen', headOf(screen).join('\n'))}\n` : '';
    if (png === undefined) return [{ role: 'sight', text: `${head}There is no picture now: ${withheld}.` }];
    const { width, height } = sizeOf(png);
    return [{ role: 'sight', text: `${head}The viewport now, ${width} × ${height} CSS pixels:`, png }];
  }

  #look(vision: Vision): Promise<Picture> {
    this.#picture ??= vision.picture();
    return this.#picture;
  }
}

/** Source: W3C PNG, "Image header". */
function sizeOf(png: Uint8Array): { readonly width: number; readonly height: number } {
  const bytes = Buffer.from(png);
  return bytes.length < 24
    ? { width: 0, height: 0 }
    : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
