// The state of matched elements, all in one round trip. Visibility is Playwright's: a box with an area, and not `visibility: hidden`.
import type { ElementState } from '../../engine/contract.ts';

/** Runs in the page, so it stands alone. */
export function stateOfAll(elements: readonly Element[]): ElementState[] {
  const collapse = (text: string): string =>
    text
      .replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const isVisible = (element: Element): boolean => {
    const style = getComputedStyle(element);
    if (style.display === 'contents') return [...element.children].some(isVisible);
    if (!element.checkVisibility() || style.visibility !== 'visible') return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  };
  const checkedOf = (element: Element): boolean | 'mixed' | undefined => {
    if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) {
      return element.indeterminate ? 'mixed' : element.checked;
    }
    const aria = element.getAttribute('aria-checked');
    return aria === null ? undefined : aria === 'mixed' ? 'mixed' : aria === 'true';
  };
  const fieldValue = (element: Element): string | undefined => {
    if (
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    ) {
      return element.value;
    }
    return undefined;
  };
  const isFocused = (element: Element): boolean => {
    const root = element.getRootNode();
    return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
  };
  return elements.map((element) => {
    const value = fieldValue(element);
    const checked = checkedOf(element);
    return {
      text: collapse(element.textContent ?? ''),
      ...(value === undefined ? {} : { value }),
      visible: isVisible(element),
      enabled: !element.matches(':disabled') && element.closest('[aria-disabled=true]') === null,
      ...(checked === undefined ? {} : { checked }),
      focused: isFocused(element),
      attributes: Object.fromEntries(
        [...element.attributes].map((attribute) => [attribute.name, attribute.value]),
      ),
    };
  });
}
