/* weights_text - a file of weights as a text for people: where it comes from, and how large its
 * numbers are. There are too many of them to be read one by one.
 */
#ifndef TENGEN_TOOLS_LEARN_WEIGHTS_TEXT_H
#define TENGEN_TOOLS_LEARN_WEIGHTS_TEXT_H

#include "eval/weights.h"
#include "tengen/learn_options.h"

/* Hands on the text line by line: header, provenance, and a line for each table and layer. */
void weights_text(const Weights *weights, TextSink *line, void *context);

/* The same of a file of that many bytes; NULL, or a sentence why it is refused, or that there is no
 * memory. */
const char *weights_text_of_file(const void *file, size_t bytes, TextSink *line, void *context);

/* The same of what is embedded for a rule; false: nothing was learnt for it. */
bool weights_text_of_rule(Rule rule, TextSink *line, void *context);

#endif
