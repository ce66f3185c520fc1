/* geometry - the numbers of a board of a given size; see geometry.h for the layout. */
#include "board/geometry.h"

void geometry_init(Geometry *geometry, int width, int height)
{
    int stride = width + 1;
    *geometry = (Geometry){
        .width = width,
        .height = height,
        .stride = stride,
        .points = (height + 2) * stride + 1,
        .step = {1, stride, stride + 1, stride - 1},
    };
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            Point point = geometry_point(geometry, x, y);
            geometry->column[point] = (uint8_t)x;
            geometry->row[point] = (uint8_t)y;
        }
    }
}
